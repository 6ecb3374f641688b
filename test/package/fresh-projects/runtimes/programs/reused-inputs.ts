import type { BulkEntityInput, CreateEntityInput } from 'entity-screening-sdk'
import { importPortfolio } from 'entity-screening-sdk/portfolio'
import { createClient, type Program } from './client.ts'

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G']

/** Each changes what it has passed to a call right after the call has returned its promise. */
export const reusedInputs = {
  batch: async baseUrl => {
    const client = createClient(baseUrl)
    const batch: BulkEntityInput[] = []
    const calls = []
    for (const name of letters) {
      batch.push({ type: 'organization', name, countryCode: 'DE' })
      if (batch.length < 2 && name !== 'G') continue
      calls.push(client.entities.createBulk(batch))
      batch.length = 0
    }
    return (await Promise.all(calls)).map(({ successCount }) => successCount)
  },

  row: async baseUrl => {
    const client = createClient(baseUrl)
    const row: CreateEntityInput = { type: 'organization', name: '', countryCode: 'DE' }
    const calls = letters.map(name => client.entities.create(Object.assign(row, { name })))
    return (await Promise.all(calls)).map(({ name }) => name)
  },

  reference: async baseUrl => {
    const client = createClient(baseUrl)
    const reference = { id: '' }
    const calls = letters.map(id => client.entities.network(Object.assign(reference, { id })))
    return (await Promise.all(calls)).map(({ rootId }) => rootId)
  },

  headers: async baseUrl => {
    const client = createClient(baseUrl)
    const headers: Record<string, string> = {}
    const calls = letters.map(letter =>
      client.entities.list({ headers: Object.assign(headers, { 'x-letter': letter }) }),
    )
    return (await Promise.all(calls)).length
  },

  options: async baseUrl => {
    const headers: Record<string, string> = { 'x-letter': 'A' }
    const options = { baseUrl, headers }
    const client = createClient(baseUrl, options)
    options.baseUrl = 'http://127.0.0.1:4'
    headers['x-letter'] = 'B'
    const derived = client.withOptions({ headers: { 'x-derived': 'yes' } })
    return [(await client.entities.list()).length, (await derived.entities.list()).length]
  },

  arrays: async baseUrl => {
    const client = createClient(baseUrl)
    const [first, second] = [organization('A'), organization('B')]
    await client.entities.create(first)
    const before = await client.entities.list()
    const { id } = await client.entities.create(second)
    const [inputs, ids] = [[second], [id]]
    const reconciling = client.entities.reconcile(inputs, { before, otherCreations: [], recheckDelay: 0 })
    const waiting = client.entities.waitFor(ids, () => true, { every: 1 })
    for (const array of [inputs, before, ids]) array.length = 0
    const outcomes = (await reconciling).map(({ outcome, entities }) => [outcome, entities.length])
    return { outcomes, waited: (await waiting).map(({ name }) => name) }
  },

  imported: async baseUrl => {
    const { created, duplicates, stopped } = await importPortfolio(createClient(baseUrl), reusingOneRow())
    return { created, duplicates, stopped }
  },
} satisfies Record<string, Program>

function organization(name: string): CreateEntityInput {
  return { type: 'organization', name, countryCode: 'DE' }
}

function* reusingOneRow() {
  const row = { type: 'organization', name: '', country: 'DE' }
  for (let index = 0; index < 100; index += 1) yield Object.assign(row, { name: `Customer ${index}` })
}
