import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { create, createWire, refusal } from '../wire.ts'

function adminOf(options: Parameters<typeof createWire>[0] = {}) {
  const wire = createWire(options)
  const read = async (path: string) => {
    const answer = await wire.send('GET', `/__admin/${path}`)
    expect(answer.status).toBe(200)
    const { data }: { data: unknown } = JSON.parse(JSON.stringify(answer.body))
    return data
  }
  const page = (query: string) => read(`entities?team=${wire.teamId}${query}`)
  return { wire, read, page }
}

it('lists a part of a team, and counts all that fit', async () => {
  const { wire, page } = adminOf()
  for (let at = 1; at <= 5; at += 1) await create(wire, { name: `Nordwind ${at} GmbH` })
  await create(wire, { name: 'Ilse Brandt', type: 'person' })
  const names = { entities: [{ name: 'Nordwind 2 GmbH' }, { name: 'Nordwind 3 GmbH' }], total: 5 }
  expect(await page('&name=nordwind&offset=1&limit=2')).toMatchObject(names)
  expect(await page('&type=person')).toMatchObject({ entities: [{ name: 'Ilse Brandt' }], total: 1 })
  expect(await page('&name=nobody')).toEqual({ entities: [], total: 0 })
})

it('looks without a trace: no log, no fault, and a stepping clock stands still', async () => {
  const { wire, page } = adminOf({ clock: 'stepping' })
  await create(wire, { name: 'Nordwind GmbH' })
  wire.server.faults.add({ status: 500 })
  const before = [wire.server.requests.list().length, wire.server.clock.now()]
  expect(await page('')).toMatchObject({ total: 1 })
  expect([wire.server.requests.list().length, wire.server.clock.now()]).toEqual(before)
})

it('refuses an unknown team and a filter that is none', async () => {
  const { wire } = adminOf()
  refusal(404, await wire.send('GET', '/__admin/entities?team=nobody'))
  refusal(404, await wire.send('GET', '/__admin/entities'))
  expect(refusal(400, await wire.send('GET', `/__admin/entities?team=${wire.teamId}&limit=0`))).toContain(
    'limit',
  )
  expect(refusal(400, await wire.send('GET', `/__admin/entities?team=${wire.teamId}&offset=x`))).toContain(
    'offset',
  )
})

it('shows a network under rules, spelled as specified, whatever the dialect and the name', async () => {
  const { wire, read } = adminOf({ dialect: 'sample' })
  for (const name of ['[quirky] Example Works Ltd', '[fifty-percent] Example Works Ltd']) {
    const { id } = await create(wire, { name })
    wire.server.clock.settle()
    expect(await read(`entities/${id}/network?regime=uk&rule=amld`)).toMatchObject({
      graph: { rootId: id, regime: 'uk' },
      isQuirky: name.startsWith('[quirky]'),
      nodes: { [id]: { id, name, type: 'organization', sanctions: expect.any(Array) } },
      sanctions: expect.arrayContaining([expect.stringContaining('under the UK rule')]),
      owners: expect.arrayContaining([expect.stringContaining('AMLD')]),
    })
  }
})

it('shows who is blocked by ownership where the rule says so, and nowhere else', async () => {
  const { wire, read } = adminOf()
  const { id } = await create(wire, { name: '[fifty-percent] Example Works Ltd' })
  wire.server.clock.settle()
  const status = { isRoot: true, status: 'blocked' }
  const nodes = expect.arrayContaining([expect.objectContaining(status)])
  expect(await read(`entities/${id}/network`)).toMatchObject({ graph: { nodes } })
  expect(await read(`entities/${id}/network?regime=uk`)).not.toMatchObject({ graph: { nodes } })
})

it('draws a part of a large network, and sends no more of it', async () => {
  const { wire, read } = adminOf()
  const { id } = await create(wire, { name: '[large-network] Example Works Ltd' })
  wire.server.clock.settle()
  const { graph, nodes } = z
    .object({ graph: z.object({ nodes: z.array(z.unknown()) }), nodes: z.record(z.string(), z.unknown()) })
    .parse(await read(`entities/${id}/network`))
  expect([graph.nodes.length, Object.keys(nodes).length]).toEqual([100, 100])
})

it('refuses a network that is not there, and a rule that is none', async () => {
  const { wire } = adminOf()
  const { id } = await create(wire, { name: 'Nordwind GmbH' })
  refusal(404, await wire.send('GET', '/__admin/entities/nobody/network'))
  expect(refusal(400, await wire.send('GET', `/__admin/entities/${id}/network?regime=cn`))).toContain(
    'regime',
  )
  expect(refusal(400, await wire.send('GET', `/__admin/entities/${id}/network?rule=`))).toContain('rule')
})

it('tells the options of the server', async () => {
  const { read } = adminOf({ dialect: 'mixed', caseStatuses: { high: 'ESCALATED' } })
  expect(await read('options')).toMatchObject({
    dialect: 'mixed',
    caseStatuses: { high: 'ESCALATED' },
    seed: 1,
  })
})
