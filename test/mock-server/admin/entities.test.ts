import { expect, it } from 'vitest'
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
  expect(refusal(400, await wire.send('GET', '/__admin/entities'))).toContain('team is required')
  expect(refusal(400, await wire.send('GET', `/__admin/entities?team=${wire.teamId}&limit=0`))).toContain(
    'limit',
  )
  expect(refusal(400, await wire.send('GET', `/__admin/entities?team=${wire.teamId}&offset=x`))).toContain(
    'offset',
  )
})

it.each(['clock', 'requests', 'teams', 'snapshot', 'options', 'faults'])(
  'GET %s refuses a query',
  async path => {
    const { wire } = adminOf()
    expect(refusal(400, await wire.send('GET', `/__admin/${path}?limit=1`))).toContain('limit')
  },
)

it('shows a network spelled as specified, whatever the dialect and the name', async () => {
  const { wire, read } = adminOf({ dialect: 'sample' })
  for (const name of ['[quirky] Example Works Ltd', '[fifty-percent] Example Works Ltd']) {
    const { id } = await create(wire, { name })
    expect(await read(`entities/${id}/network`)).toMatchObject({ screening: 'running' })
    wire.server.clock.settle()
    expect(await read(`entities/${id}/network`)).toMatchObject({
      isQuirky: name.startsWith('[quirky]'),
      screening: 'ended',
      network: {
        nodes: { [id]: { id, name, type: 'organization', sanctions: expect.any(Array) } },
        relations: expect.any(Array),
      },
    })
  }
})

it('refuses a network that is not there', async () => {
  refusal(404, await createWire().send('GET', '/__admin/entities/nobody/network'))
})

it('tells the options of the server', async () => {
  const { read } = adminOf({ dialect: 'mixed', behaviour: { caseStatuses: { high: 'ESCALATED' } } })
  expect(await read('options')).toMatchObject({
    behaviour: { dialect: 'mixed', caseStatuses: { high: 'ESCALATED' } },
    seed: 1,
  })
})

it('shows an item that was loaded with other spellings under its documented names too', async () => {
  const { wire, read, page } = adminOf({ behaviour: {} })
  const item = { ID: 7, Name: 'Nordwind GmbH', Type: 'organization', RiskLevel: 'High Risk', risk_score: 91 }
  await Reflect.apply(wire.server.load, undefined, [{ entities: [item], team: wire.teamId }])
  expect((await wire.get('/v1/entities')).body).toEqual([item])
  const documented = { id: '7', name: 'Nordwind GmbH', riskLevel: 'High Risk', riskScore: 91 }
  expect(await page('&riskLevel=high&name=nord')).toEqual({
    entities: [{ ...item, ...documented, type: 'organization' }],
    total: 1,
  })
  expect(await read('entities/7')).toMatchObject({ entity: documented })
})
