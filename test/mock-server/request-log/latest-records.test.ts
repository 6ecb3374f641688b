import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

const maxRecords = 5000

function createServer() {
  const server = createMockServer({ keys: { key: 'team' } })
  const send = (count: number) => {
    for (let index = 0; index < count; index += 1)
      server.dispatch({ method: 'GET', path: '/v1/health', header: () => null, body: '', local: true })
  }
  const listIds = () => server.requests.list().map(({ id }) => id)
  return { server, send, listIds }
}

it('the log has the latest 5,000 records, the oldest first', () => {
  const { send, listIds } = createServer()
  send(2 * maxRecords + 3)
  expect(listIds()).toEqual(Array.from({ length: maxRecords }, (_, index) => maxRecords + 4 + index))
})

it('a cleared log is empty, and goes on counting', () => {
  const { server, send, listIds } = createServer()
  send(maxRecords + 1)
  server.requests.clear()
  expect(listIds()).toEqual([])
  send(2)
  expect(listIds()).toEqual([maxRecords + 2, maxRecords + 3])
})
