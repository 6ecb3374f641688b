import type { CreateEntityInput } from 'entity-screening-sdk'
import { importPortfolio } from 'entity-screening-sdk/portfolio'
import { createClient, outcomeOf, type Program } from './client.ts'

const entity = JSON.stringify({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
const jsonBlob = new Blob([entity], { type: 'application/json' })

/** Each sends one creation, whose response the service may withhold. */
export const writes = {
  'text on a new connection': baseUrl => postOnce(baseUrl, entity),
  'text on a reused connection': baseUrl => readFirst(baseUrl, () => postOnce(baseUrl, entity)),
  'Blob on a new connection': baseUrl => postOnce(baseUrl, jsonBlob),
  'Blob on a reused connection': baseUrl => readFirst(baseUrl, () => postOnce(baseUrl, jsonBlob)),
  'client on a new connection': createOnce,
  'client on a reused connection': baseUrl => readFirst(baseUrl, () => createOnce(baseUrl)),

  import: async baseUrl => {
    const rows = 'name,type,country\nA,organization,DE\nB,organization,FI\nC,organization,SE\n'
    const options = { batchSize: 1, concurrency: 1, recheckDelay: 20 }
    const { created, stopped } = await importPortfolio(createClient(baseUrl), rows, options)
    return { created, stopped }
  },

  'every operation': async baseUrl => {
    const { entities } = createClient(baseUrl)
    const { id } = await entities.create({ type: 'organization', name: 'Ørsted GmbH', countryCode: 'DE' })
    await entities.createBulk([{ type: 'organization', name: 'B', countryCode: 'DE' }])
    await entities.attachDocument(id, { url: 'https://example.com/report.pdf' })
    await entities.list()
    await entities.network(id)
    await entities.rescan(id)
    await entities.search({ type: 'organization' })
    return 'done'
  },

  'key of the caller': baseUrl => {
    const input: CreateEntityInput = { type: 'person', name: 'Ilse Brandt' }
    return outcomeOf(createClient(baseUrl).entities.create(input, { idempotencyKey: 'own-key' }))
  },
} satisfies Record<string, Program>

function createOnce(baseUrl: string): Promise<string> {
  const client = createClient(baseUrl)
  return outcomeOf(client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }))
}

/** A plain `fetch`: its status, or `failed`. */
async function postOnce(baseUrl: string, body: BodyInit): Promise<string> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  return fetch(`${baseUrl}/v1/entities`, request).then(
    ({ status }) => String(status),
    () => 'failed',
  )
}

/** Leaves an idle connection behind for the next request. */
async function readFirst<Result>(baseUrl: string, next: () => Promise<Result>): Promise<Result> {
  const response = await fetch(`${baseUrl}/v1/health`)
  await response.text()
  // The connection is idle only after the body has ended.
  await new Promise(resolve => setTimeout(resolve, 50))
  return next()
}
