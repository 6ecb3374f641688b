import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import { whenReady } from '../../../mock-server/message/reply.ts'
import { atOnce, inTurns, type Sliced } from '../../../mock-server/message/turns.ts'
import { readRows } from '../../../mock-server/operations/input/bulk-rows.ts'

function* worksUntil(isOver: () => boolean): Sliced<string> {
  while (!isOver()) yield
  return 'done'
}

it('work in slices goes on until it is done, and whoever waits has a turn meanwhile', async () => {
  let isOver = false
  setTimeout(() => {
    isOver = true
  }, 1)
  expect(await inTurns(worksUntil(() => isOver))).toBe('done')
})

it('work in slices takes turns with other work', async () => {
  const steps: string[] = []
  function* work(name: string): Sliced<void> {
    for (const step of [1, 2, 3]) {
      steps.push(`${name}${step}`)
      yield
    }
  }
  await Promise.all([inTurns(work('a')), inTurns(work('b'))])
  expect(steps).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
})

it('what fails in one work fails that work alone', async () => {
  function* fails(): Sliced<never> {
    yield
    throw new Error('this one')
  }
  let rounds = 0
  const other = inTurns(worksUntil(() => ++rounds === 10))
  await expect(inTurns(fails())).rejects.toThrow('this one')
  expect(await other).toBe('done')
})

it('each row of a bulk request is a slice, whatever is wrong with it', () => {
  const entities = Array.from({ length: 1000 }, (_, at) => ({
    type: 'person',
    name: at,
    tags: 'x'.repeat(100),
  }))
  const body = JSON.stringify({ entities })
  expect([...readRows({ maximumTextLength: 1000 }, body)].length).toBeGreaterThanOrEqual(1000)
  expect(atOnce(readRows({ maximumTextLength: 1000 }, body))).toHaveLength(1000)
})

it('each change of a snapshot is a slice, and nothing is changed before all of it is read', () => {
  const server = createMockServer({ keys: { key: 'team-1' } })
  const other = createMockServer()
  for (let team = 0; team < 1000; team += 1) other.teams.create()
  let told = 0
  server.onChange(() => {
    told += 1
  })
  const state = JSON.stringify(server.snapshot())
  const body = JSON.stringify(other.snapshot())
  const header = (name: string) => (name === 'content-type' ? 'application/json' : null)
  const given = { method: 'PUT', path: '/__admin/snapshot', header, body, local: true }
  const ready = server.prepare(given)
  expect(ready).toBeInstanceOf(Promise)
  expect(JSON.stringify(server.snapshot())).toBe(state)
  return ready?.then(async prepared => {
    expect([JSON.stringify(server.snapshot()), told]).toEqual([state, 0])
    expect(await whenReady(server.dispatch(prepared))).toMatchObject({ status: 200 })
    expect(told).toBe(1)
  })
})
