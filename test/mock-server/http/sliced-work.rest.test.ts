import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { expect, it } from 'vitest'
import { measureSlice } from '../../../bench/measure/measure-slice.ts'
import { runInSlices, type SlicedWork } from '../../../mock-server/message/sliced-work.ts'

function* worksUntil(isOver: () => boolean): SlicedWork<string> {
  while (!isOver()) yield
  return 'done'
}

it('work in slices goes on until it is done, and whoever waits has a turn meanwhile', async () => {
  let isOver = false
  setTimeout(() => {
    isOver = true
  }, 1)
  expect(await runInSlices(worksUntil(() => isOver))).toBe('done')
})

it('what fails in one work fails that work alone', async () => {
  function* fails(): SlicedWork<never> {
    yield
    throw new Error('this one')
  }
  let rounds = 0
  const other = runInSlices(worksUntil(() => ++rounds === 10))
  await expect(runInSlices(fails())).rejects.toThrow('this one')
  expect(await other).toBe('done')
})

it('each change of a snapshot is a slice, and nothing is changed before all of it is read', async () => {
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
  const { ready } = server.dispatch(given)
  expect([JSON.stringify(server.snapshot()), told]).toEqual([state, 0])
  expect(await ready).toMatchObject({ status: 200 })
  expect(told).toBe(1)
})

const longText = 'Ж'.repeat(1000)
const longNames = {
  name: longText,
  first_name: longText,
  last_name: longText,
  national_id: longText,
  tags: longText,
}
const rowsOf = (row: object) => ({
  entities: Array.from({ length: 1000 }, () => ({ countryCode: 'DE', ...row })),
})

/** Without the time in the system, most of which is not the work's own. */
const longestSlice = (work: () => unknown) => measureSlice(work, () => process.cpuUsage().user / 1000)

it.each([
  ['1,000 rows of the longest texts', rowsOf({ type: 'person', ...longNames })],
  ['1,000 names that are too long when spelled out', rowsOf({ type: 'organization', name: 'ﷺ'.repeat(900) })],
])('no slice of a bulk request holds the event loop for more than 50 ms: %s', async (_, rows) => {
  const body = new TextEncoder().encode(JSON.stringify(rows))
  const slices: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const server = createMockServer({ keys: { key: 'team-1' } })
    const header = (name: string) => (name === 'authorization' ? 'Bearer key' : null)
    const send = () =>
      server.dispatch({ method: 'POST', path: '/v1/entities/bulk', header, body, local: true })
    slices.push(await longestSlice(() => send().ready))
  }
  expect(Math.min(...slices)).toBeLessThan(50)
})

it('no slice of a large network holds the event loop for more than 50 ms', async () => {
  const server = createMockServer({ keys: { key: 'team-1' } })
  const ids = await server.load({ entities: [{ type: 'organization', name: '[large-network] Acme' }] })
  const header = (name: string) => (name === 'authorization' ? 'Bearer key' : null)
  const request = { method: 'GET', path: `/v1/entities/${ids[0]}/network`, header, body: '', local: true }
  const slices: number[] = []
  for (let round = 0; round < 5; round += 1)
    slices.push(await longestSlice(() => server.dispatch(request).ready))
  expect(Math.min(...slices)).toBeLessThan(50)
})

/** Another process: what reads here would be kept from reading as others are. */
const reader = `const [url, authorization] = process.argv.slice(1)
let bytes = 0
for await (const chunk of (await fetch(url, { headers: { authorization } })).body) bytes += chunk.length
console.log(bytes)`

it('a list of 50,000 that is read over TCP leaves others their turn', async () => {
  const server = createMockServer({ keys: { key: 'team-1' }, entityLimit: 100_000 })
  const entities = Array.from({ length: 50_000 }, (_, at) => ({
    type: 'organization' as const,
    name: `Company ${at} Ltd`,
  }))
  await server.load({ entities })
  const { url, close } = await startServer(server, { port: 0 })
  const turns: number[] = []
  let last = process.cpuUsage()
  const turn = () => {
    turns.push(process.cpuUsage(last).user)
    last = process.cpuUsage()
  }
  const watching = setInterval(turn, 1)
  const parameters = ['--input-type=module', '-e', reader, `${url}/v1/entities`, 'Bearer key']
  const { stdout } = await promisify(execFile)(process.execPath, parameters)
  clearInterval(watching)
  await close()
  expect(Number(stdout)).toBeGreaterThan(10_000_000)
  // Sent in one go, it would be most of all the work.
  expect(Math.max(...turns)).toBeLessThan(turns.reduce((sum, one) => sum + one) / 2)
})
