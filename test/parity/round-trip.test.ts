import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it } from 'vitest'
import { type Behaviour, behaviourFields } from '../../mock-server/behaviour.ts'
import type { Report } from '../../mock-server/parity/index.ts'
import { verify } from '../../mock-server/parity/verify.ts'
import { emptyJournal } from './journal.ts'

/** What `verify` says of a mock server with this behaviour, over TCP. */
async function verified(behaviour: Behaviour): Promise<Report> {
  const server = createMockServer({ behaviour, clock: 'stepping', keys: { key: 'team' } })
  await server.load({ entities: [{ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' }] })
  await using running = await started(server)
  return await verify({
    baseUrl: running.url,
    apiKey: 'key',
    pause: 2,
    searches: true,
    wrongKey: true,
    write: { journal: emptyJournal(), teamSize: 1 },
  })
}

async function started(server: ReturnType<typeof createMockServer>) {
  const { url, close } = await startServer(server, { port: 0 })
  return { url, [Symbol.asyncDispose]: close }
}

/** Which rows nothing was said of, or the wrong thing. */
function missing({ findings }: Report): string[] {
  return findings
    .filter(({ id, verdict }) => verdict !== 'same' && verdict !== 'differs' && id !== 'transitions')
    .map(({ id, verdict }) => `${id} ${verdict}`)
}

it('of a mock server without options, every row is the same', async () => {
  const report = await verified({})
  expect(report.stopped).toBeNull()
  expect(missing(report)).toEqual([])
  expect(report.findings.filter(({ verdict }) => verdict === 'differs')).toEqual([])
  expect(report.behaviour).toEqual({ version: 1 })
})

type Value = string | number | boolean | null | Readonly<Record<string, string>>

/** Every value of an option but its default. */
const texts: Readonly<Record<string, readonly Value[]>> = {
  riskLabels: [
    { low: 'low risk', medium: 'MEDIUM_RISK', high: 'High-Risk' },
    { low: 'Low', medium: 'Medium Risk', high: 'HIGH' },
  ],
  caseStatuses: [
    { low: 'CLEARED', medium: 'ESCALATED', high: 'ESCALATED' },
    { low: 'Done', medium: 'IN_PROGRESS', high: 'IN_PROGRESS' },
  ],
}

function isId(id: string): id is keyof typeof behaviourFields {
  return Object.hasOwn(behaviourFields, id)
}

function othersOf(id: keyof typeof behaviourFields): readonly Value[] {
  const { innerType } = behaviourFields[id].def
  return 'values' in innerType.def ? innerType.def.values.slice(1) : (texts[id] ?? [])
}

const ids = Object.keys(behaviourFields).filter(isId)
const settings = ids.flatMap(id => othersOf(id).map(value => ({ id, value })))

/** What cannot show beside what else is set. */
function isHidden(id: string, behaviour: Behaviour): boolean {
  if (id === 'indexRequiresKey') return behaviour.indexPath === 'none'
  // Two networks are read: which of two spellings they have is chance.
  return id === 'dialect' && behaviour.dialect === 'mixed'
}

function expectFound(report: Report, behaviour: Behaviour): void {
  expect(report.stopped).toBeNull()
  const given: Readonly<Record<string, unknown>> = behaviour
  for (const { id, verdict, answer } of report.findings) {
    if (!isId(id) || isHidden(id, behaviour)) continue
    const { low, ...levels } = id === 'riskLabels' || id === 'caseStatuses' ? { ...Object(given[id]) } : {}
    if (id in given) expect({ id, verdict }).toEqual({ id, verdict: 'differs' })
    else expect({ id, verdict }).toEqual({ id, verdict: 'same' })
    // All that verify creates is of low risk.
    if (low !== undefined) expect(answer).toMatchObject({ low })
    else if (id in given) expect({ id, answer }).toEqual({ id, answer: given[id] })
    expect(levels).toBeDefined()
  }
}

describe.concurrent('every value of every option is found out over TCP', () => {
  it.each(settings)('$id: $value', async ({ id, value }) => {
    const behaviour = { [id]: value }
    if (!isHidden(id, behaviour)) expectFound(await verified(behaviour), behaviour)
  })
})

/** Sets of values in which every two of different options stand together once. */
function pairs(): Behaviour[] {
  const open = new Set<string>()
  const all = settings.map(({ id, value }, at) => ({ id, value, at }))
  for (const one of all) for (const other of all) if (one.id < other.id) open.add(`${one.at} ${other.at}`)
  const rows: Behaviour[] = []
  while (open.size > 0) {
    const chosen: typeof all = []
    for (const id of ids.toSorted((a, b) => left(b) - left(a))) {
      const [best] = all.filter(setting => setting.id === id).toSorted((a, b) => gain(b) - gain(a))
      if (best !== undefined) chosen.push(best)
      function gain(setting: (typeof all)[number]): number {
        return (
          chosen.filter(other => open.has(keyOf(setting, other))).length * 1000 + left(setting.id, setting.at)
        )
      }
    }
    for (const one of chosen) for (const other of chosen) open.delete(keyOf(one, other))
    rows.push(Object.fromEntries(chosen.map(({ id, value }) => [id, value])))
  }
  return rows

  function left(id: string, at?: number): number {
    const own = all.filter(setting => setting.id === id && (at === undefined || setting.at === at))
    return own.reduce((sum, one) => sum + all.filter(other => open.has(keyOf(one, other))).length, 0)
  }
  function keyOf(one: (typeof all)[number], other: (typeof all)[number]): string {
    return one.id < other.id ? `${one.at} ${other.at}` : `${other.at} ${one.at}`
  }
}

describe.concurrent('every two values together are found out over TCP', () => {
  it.each(pairs().map((behaviour, at) => ({ at, behaviour })))('set $at', async ({ behaviour }) => {
    expectFound(await verified(behaviour), behaviour)
  })
})
