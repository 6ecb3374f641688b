import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type Fault } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { afterAll, expect, it } from 'vitest'
import { faultKinds } from '../../../mock-server/faults/fault.ts'
import { ways } from '../../transport/every-operation/ways.ts'
import { everythingOf, expectNoKey, nastyKey } from './exposure.ts'

const server = createMockServer({ keys: { [nastyKey]: 'team-1' }, clock: 'real' })
const running = await startServer(server)
afterAll(() => running.close())

const faults: Fault[] = faultKinds.map(kind => ({ kind, delay: 1 }))

it('the request log of the mock server holds no key, whichever way it is read', {
  tags: 'long',
}, async () => {
  const client = new EntityScreening({
    apiKey: nastyKey,
    baseUrl: running.url,
    maxRetries: 0,
    timeout: 200,
    logLevel: 'off',
  })
  const { id } = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH' })
  const stranger = client.withOptions({ apiKey: `${nastyKey}?` })
  for (const fault of [undefined, ...faults]) {
    server.faults.remove()
    if (fault) server.faults.add(fault)
    await Promise.all(ways.map(({ call }) => call(client, {}, id).catch(() => {})))
    await Promise.all(ways.map(({ call }) => call(stranger, {}, id).catch(() => {})))
  }
  const read = await fetch(`${running.url}/__admin/requests`)
  const logged = server.requests.list().map(({ operation, status }) => `${operation} ${status}`)
  for (const { operation, status } of ways) expect(logged).toContain(`${operation} ${status}`)
  expect(logged).toContain('listEntities 401')
  expectNoKey(everythingOf(server.requests.list()))
  expectNoKey(everythingOf(server.requests))
  expectNoKey(everythingOf(server.faults.list()))
  expectNoKey(await read.text())
})
