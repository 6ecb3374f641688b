// Reads the list at each request, in a project whose next.config.ts does not set
// cacheComponents.
import { EntityScreening } from 'entity-screening-sdk'

export const dynamic = 'force-dynamic'

export default async function Page() {
  const entities = await new EntityScreening().entities.list()
  return (
    <ul>
      {entities.map(({ id, name, riskLabel }) => (
        <li key={id}>{`${name}: ${riskLabel ?? 'screening …'}`}</li>
      ))}
    </ul>
  )
}
