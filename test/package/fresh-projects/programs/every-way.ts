import { EntityScreening } from 'entity-screening-sdk'
import { ways } from '../../../transport/every-operation/ways.ts'

/** Calls each operation in each way, with a response as specified, and prints the names of the methods. */
async function main(): Promise<void> {
  const names: string[] = []
  for (const { name, call, good, status } of ways) {
    const fetch = async () => new Response(JSON.stringify(good), { status })
    await call(new EntityScreening({ apiKey: 'a-key', baseUrl: 'https://screening.example', fetch }))
    names.push(name)
  }
  console.log(JSON.stringify(names))
}

main()
