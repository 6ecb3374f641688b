import type { BulkEntityInput, CreateEntityInput } from 'entity-screening-sdk'
import { createClient, outcomeOf, type Program } from './client.ts'

/** A bulk creation does not make a browser forget the list, whose address is another. */
const row: BulkEntityInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
const input: CreateEntityInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }

/** Each decides something by the list, which a cache may have stored. */
export const reads = {
  'list, create, list': async baseUrl => {
    const { entities } = createClient(baseUrl)
    const before = await entities.list()
    await entities.createBulk([row])
    const after = await entities.list()
    return [before.length, after.length]
  },

  wait: async baseUrl => {
    const { entities } = createClient(baseUrl)
    await entities.list()
    const { id } = await entities.create(input)
    const { riskLevel } = await entities.waitForScreening(id, { every: 1, timeout: 10_000 })
    return riskLevel
  },

  stream: async baseUrl => {
    const { entities } = createClient(baseUrl)
    await entities.list()
    await entities.createBulk([row])
    const names = []
    for await (const { name } of entities.stream()) names.push(name)
    return names
  },

  reconcile: async baseUrl => {
    const { entities } = createClient(baseUrl)
    const before = await entities.list()
    const lost = await outcomeOf(entities.create(input))
    const { outcome } = await entities.reconcile(input, { before, otherCreations: [], recheckDelay: 1 })
    return { lost, outcome }
  },

  'repeat after a 503': async baseUrl => {
    const { entities } = createClient(baseUrl, { retry: { maxDelay: 1 } })
    return (await entities.list()).length
  },

  'stored list': async baseUrl => {
    const client = createClient(baseUrl)
    const options = { otherCreations: null, recheckDelay: 0 }
    const distrusted = await client.entities.reconcile(input, options)
    const vouched = client.withOptions({ ignoreResponseFields: ['age'] })
    const trusted = await vouched.entities.reconcile(input, options)
    return [distrusted.outcome, trusted.outcome]
  },

  'message of a 304': async baseUrl => {
    const { entities } = createClient(baseUrl, { maxRetries: 0 })
    return entities.list().then(() => 'a list', String)
  },
} satisfies Record<string, Program>
