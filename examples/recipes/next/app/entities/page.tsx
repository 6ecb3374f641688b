// Reads the list at each request. The base URL and the key come from the
// environment.
import { EntityScreening } from 'entity-screening-sdk'
import { connection } from 'next/server'
import { Suspense } from 'react'

async function Entities() {
  // Everything below it runs at each request, never while Next builds.
  await connection()
  const entities = await new EntityScreening().entities.list()
  return (
    <ul>
      {entities.map(({ id, name, riskLabel }) => (
        <li key={id}>{`${name}: ${riskLabel ?? 'screening …'}`}</li>
      ))}
    </ul>
  )
}

export default function Page() {
  return (
    <Suspense fallback={<p>Loading …</p>}>
      <Entities />
    </Suspense>
  )
}
