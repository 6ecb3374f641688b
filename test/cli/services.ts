import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { onTestFinished } from 'vitest'
import { apiKey, baseUrl } from '../answering.ts'

/** A mock server over TCP that knows the key of these tests; it ends with the test. */
export async function startService(
  options: MockServerOptions = {},
): Promise<{ server: MockServer; url: string; environment: { ENTITY_SCREENING_BASE_URL: string } }> {
  const server = createMockServer({ clock: 'manual', keys: { [apiKey]: 'team' }, ...options })
  const { url, close } = await startServer(server)
  onTestFinished(close)
  return { server, url, environment: { ENTITY_SCREENING_BASE_URL: url } }
}

/** A client of the same team, in process. */
export function clientOf(server: MockServer): EntityScreening {
  return new EntityScreening({ apiKey, baseUrl, fetch: server.fetch })
}

/** A service with one screened company, a sanctioned owner of which holds half. */
export async function startScreened() {
  const { server, environment } = await startService()
  const { entities } = clientOf(server)
  const { id } = await entities.create({
    type: 'organization',
    name: 'Halfmoon Minerals Oy',
    countryCode: 'FI',
  })
  server.clock.settle()
  return { server, environment, id, network: await entities.network(id), entity: (await entities.list())[0] }
}

/** A team of two screened companies. */
export async function startWithTwo(options: MockServerOptions = {}) {
  const { server, environment } = await startService(options)
  const client = clientOf(server)
  const one = await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
  const two = await client.entities.create({ type: 'organization', name: 'Quiet Harbour Ltd' })
  server.clock.settle()
  return { server, environment, client, ids: [one.id, two.id] }
}

/** A service, and an environment without a key. */
export async function startWithoutKey() {
  const { server, environment } = await startService()
  return { server, environment: { ...environment, ENTITY_SCREENING_API_KEY: undefined } }
}

/** A service for `verify`, which waits as briefly as it can between two calls. */
export async function startVerified(options: MockServerOptions = {}) {
  const { server, environment, url } = await startService({ clock: 'stepping', ...options })
  return { server, url, environment: { ...environment, ENTITY_SCREENING_VERIFY_PAUSE: '1' } }
}

/** Something at an address that is not the service, or not quite; it ends with the test. */
export async function startOther(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An address where nothing listens. */
export async function closedAddress(): Promise<string> {
  const { url, close } = await startServer(createMockServer())
  await close()
  return url
}
