import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { type RunningServer, startServer } from 'entity-screening-sdk/mock-server/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ways } from '../../transport/every-operation/ways.ts'
import { record } from '../record.ts'
import { findPrism } from './find-prism.ts'

const program = findPrism()
const hint = program === null ? ': skipped, npm install --prefix bench/peers installs it' : ''

/** A proxy that we did not write, which answers 500 or 422 where request or response does not fit the published document. */
describe.skipIf(program === null)(`through Prism, with the published document${hint}`, () => {
  const apiKey = 'the-key'
  let server: MockServer
  let running: RunningServer
  let prism: ChildProcess
  let baseUrl: string
  let client: EntityScreening
  let passed = 0

  beforeAll(async () => {
    server = createMockServer({ keys: { [apiKey]: 'team-1' }, entityLimit: 8 })
    running = await startServer(server)
    const port = await freePort()
    baseUrl = `http://127.0.0.1:${port}`
    const options = ['proxy', 'docs/openapi.json', running.url, '--port', String(port), '--errors']
    prism = spawn(process.execPath, [program ?? '', ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
    if (prism.stdout === null) throw new Error('Prism has no output')
    for await (const line of createInterface(prism.stdout)) if (line.includes('Prism is listening')) break
    prism.stdout.resume()
    const count = () => {
      passed += 1
    }
    client = new EntityScreening({
      apiKey,
      baseUrl,
      maxRetries: 0,
      logLevel: 'off',
      hooks: { afterResponse: count },
    })
  })

  afterAll(async () => {
    record({ part: 'Prism', responses: passed })
    prism?.kill()
    await running?.close()
  })

  it.each(ways)('$name passes', async ({ call }) => {
    server.reset()
    const { id } = await client.entities.create({
      type: 'organization',
      name: '[sanctioned] Acme Ltd',
      countryCode: 'GB',
    })
    await call(client, {}, id)
    server.clock.settle()
    await call(client, {}, id)
  })

  it.each([
    [400, () => client.search.persons({ fullName: 'Ada Vole', birthDate: 'yesterday' })],
    [
      401,
      () => new EntityScreening({ apiKey: 'other', baseUrl, maxRetries: 0, logLevel: 'off' }).entities.list(),
    ],
    [403, () => fill(9)],
    [404, () => client.entities.network('no-such-entity')],
  ])('a refusal with %i passes', async (status, refused) => {
    server.reset()
    await expect(refused()).rejects.toMatchObject({ status })
  })

  async function fill(entities: number): Promise<void> {
    for (let at = 0; at < entities; at += 1)
      await client.entities.create({ type: 'person', name: `Ada Vole ${at}` })
  }

  it('does not pass what the document knows nothing of', async () => {
    const { status } = await fetch(`${baseUrl}/v1/entities`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'organisation', name: 'Acme Ltd' }),
    })
    expect(status).toBe(422)
    // The scenario answers a rescan without the wrapper that is documented.
    const { id } = await client.entities.create({ type: 'person', name: '[quirky] Ada' })
    await expect(client.entities.rescan(id)).rejects.toMatchObject({ status: 500 })
  })
})

async function freePort(): Promise<number> {
  const listening = createServer().listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  listening.close()
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port')
  return address.port
}
