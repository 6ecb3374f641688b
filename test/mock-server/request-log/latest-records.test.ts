import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

const maxRecords = 1000
const mebibyte = 1024 * 1024

function createServer() {
  const server = createMockServer({ keys: { key: 'team' } })
  const send = (count: number, headers: string[] = []) => {
    for (let index = 0; index < count; index += 1)
      server.dispatch({
        ...{ method: 'GET', path: '/v1/health', header: () => null, headers, body: '', local: true },
      })
  }
  const listIds = () => server.requests.list().map(({ id }) => id)
  return { server, send, listIds }
}

it('the log has the latest 1,000 records, the oldest first', () => {
  const { send, listIds } = createServer()
  send(2 * maxRecords + 3)
  expect(listIds()).toEqual(Array.from({ length: maxRecords }, (_, index) => maxRecords + 4 + index))
})

it('the log has at most 16 MiB of text, and always the latest record', () => {
  const { send, listIds } = createServer()
  const text = 'x'.repeat(mebibyte)
  send(20, ['x-text', text])
  // A sixteenth would make it 16 MiB, and the bodies of the responses.
  expect(listIds()).toEqual(Array.from({ length: 15 }, (_, index) => 6 + index))
  send(1, ['x-text', text.repeat(17)])
  expect(listIds()).toEqual([21])
  send(2)
  expect(listIds()).toEqual([22, 23])
})

it('a cleared log is empty, and goes on counting', () => {
  const { server, send, listIds } = createServer()
  send(maxRecords + 1)
  server.requests.clear()
  expect(listIds()).toEqual([])
  send(2)
  expect(listIds()).toEqual([maxRecords + 2, maxRecords + 3])
})
