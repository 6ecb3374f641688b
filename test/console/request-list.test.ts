import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import type { ShownRequest } from '../../mock-server/admin/requests.ts'
import { type ConsoleEvent, connect } from '../../mock-server/console/connection/connect.ts'
import { collectRequests } from '../../mock-server/console/requests/request-list.ts'

function createEntry(id: number, duration: number | null): ShownRequest {
  const server = createMockServer()
  server.dispatch({ method: 'GET', path: '/v1/health', header: () => null, body: '', local: true })
  const [record] = server.requests.list()
  if (record === undefined) throw new TypeError('nothing was logged')
  return { ...record, id, duration, scenario: null }
}

/** A list whose server is played: `answer` responds to the next reading of the log. */
function collect() {
  let emit = (_: ConsoleEvent) => {}
  const answers: (() => Promise<readonly ShownRequest[]>)[] = []
  const connection = connect(() => new Promise(() => {}))
  const list = collectRequests({
    ...connection,
    call: async <Data>() => JSON.parse(JSON.stringify(await answers.shift()?.())) as Data,
    onEvent(listener) {
      emit = listener
      return () => {}
    },
  })
  connection.close()
  const shown = () => list.entries().map(({ id, duration }) => [id, duration])
  return { list, answers, shown, emit: (event: string, data: unknown = {}) => emit({ event, data }) }
}

it('the log is read again where the connection broke while it was read', async () => {
  const { answers, shown, emit } = collect()
  answers.push(
    () => Promise.reject(new Error('broken off')),
    async () => [createEntry(1, 3)],
  )
  emit('gap')
  await expect.poll(() => answers.length).toBe(1)
  emit('connected')
  await expect.poll(shown).toEqual([[1, 3]])
  emit('connected')
  expect(answers).toEqual([])
})

it('a response that an event told is not forgotten for an older reading of the log', async () => {
  const { answers, shown, emit } = collect()
  let answer = (_: readonly ShownRequest[]) => {}
  answers.push(() => new Promise(resolve => (answer = resolve)))
  emit('gap')
  emit('request', createEntry(2, 5))
  await expect.poll(shown).toEqual([[2, 5]])
  answer([createEntry(1, 3), createEntry(2, null)])
  await expect.poll(shown).toEqual([
    [2, 5],
    [1, 3],
  ])
})

it('older requests are missing, and said to be, where the page has no room for them', async () => {
  const { list, shown, emit } = collect()
  const entry = createEntry(1, 3)
  for (let id = 1; id <= 10_000; id += 1) emit('request', { ...entry, id })
  await expect.poll(shown).toHaveLength(10_000)
  expect(list.hasGap()).toBe(false)
  emit('request', { ...entry, id: 10_001 })
  await expect.poll(() => shown()[0]).toEqual([10_001, 3])
  expect(shown()).toHaveLength(10_000)
  expect(list.hasGap()).toBe(true)
  emit('cleared')
  await expect.poll(shown).toEqual([])
  expect(list.hasGap()).toBe(false)
})
