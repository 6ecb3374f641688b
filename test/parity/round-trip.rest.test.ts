import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it } from 'vitest'
import { type Behaviour, behaviourFields } from '../../mock-server/behaviour.ts'
import type { Report } from '../../mock-server/parity/index.ts'
import { verifyService } from '../../mock-server/parity/verify-service.ts'
import { createMemoryJournal } from './memory-journal.ts'

/** Verifies a mock server with this behaviour over TCP. */
async function verifyMockServer(behaviour: Behaviour): Promise<Report> {
  const server = createMockServer({ behaviour, clock: 'stepping', keys: { key: 'team' } })
  await server.load({ entities: [{ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' }] })
  await using running = await startDisposable(server)
  return await verifyService({
    baseUrl: running.url,
    apiKey: 'key',
    pause: 2,
    searches: true,
    wrongKey: true,
    write: { journal: createMemoryJournal(), teamSize: 1 },
  })
}

async function startDisposable(server: ReturnType<typeof createMockServer>) {
  const { url, close } = await startServer(server, { port: 0 })
  return { url, [Symbol.asyncDispose]: close }
}

/** The open points without an answer, except case status transitions. */
function listUnanswered({ findings }: Report): string[] {
  return findings
    .filter(({ id, verdict }) => verdict !== 'same' && verdict !== 'differs' && id !== 'transitions')
    .map(({ id, verdict }) => `${id} ${verdict}`)
}

describe('verify', () => {
  it('finds no difference to a mock server without options', async () => {
    const report = await verifyMockServer({})
    expect(report.stopped).toBeNull()
    expect(listUnanswered(report)).toEqual([])
    expect(report.findings.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    expect(report.behaviour).toEqual({ version: 1 })
  })
})

type Value = string | number | boolean | null | Readonly<Record<string, string>>

/** Values other than the default, of options with any text. */
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

function isOption(id: string): id is keyof typeof behaviourFields {
  return Object.hasOwn(behaviourFields, id)
}

function listOtherValues(id: keyof typeof behaviourFields): readonly Value[] {
  const { innerType } = behaviourFields[id].def
  return 'values' in innerType.def ? innerType.def.values.slice(1) : (texts[id] ?? [])
}

const ids = Object.keys(behaviourFields).filter(isOption)
const settings = ids.flatMap(id => listOtherValues(id).map(value => ({ id, value })))

/** Whether another setting hides the value of this option. */
function isHidden(id: string, behaviour: Behaviour): boolean {
  if (id === 'indexRequiresKey') return behaviour.indexPath === 'none'
  // Only two networks are read, and each has one of the spellings at random.
  return id === 'dialect' && behaviour.dialect === 'mixed'
}

function expectDetected(report: Report, behaviour: Behaviour): void {
  expect(report.stopped).toBeNull()
  const options: Readonly<Record<string, unknown>> = behaviour
  for (const { id, verdict, answer } of report.findings) {
    if (!isOption(id) || isHidden(id, behaviour)) continue
    const { low, ...levels } = id === 'riskLabels' || id === 'caseStatuses' ? { ...Object(options[id]) } : {}
    if (id in options) expect({ id, verdict }).toEqual({ id, verdict: 'differs' })
    else expect({ id, verdict }).toEqual({ id, verdict: 'same' })
    // All entities that verify creates have a low risk.
    if (low !== undefined) expect(answer).toMatchObject({ low })
    else if (id in options) expect({ id, answer }).toEqual({ id, answer: options[id] })
    expect(levels).toBeDefined()
  }
}

describe.concurrent('verify detects each value of each option over TCP', () => {
  it.each(settings)('$id: $value', async ({ id, value }) => {
    const behaviour = { [id]: value }
    if (!isHidden(id, behaviour)) expectDetected(await verifyMockServer(behaviour), behaviour)
  })
})

/** Creates sets of values in which any two values of different options occur together. */
function createPairwiseSets(): Behaviour[] {
  const openPairs = new Set<string>()
  const all = settings.map(({ id, value }, index) => ({ id, value, index }))
  for (const setting of all)
    for (const other of all) if (setting.id < other.id) openPairs.add(keyOf(setting, other))
  const rows: Behaviour[] = []
  while (openPairs.size > 0) {
    const chosen: typeof all = []
    for (const id of ids.toSorted((a, b) => countOpenPairs(b) - countOpenPairs(a))) {
      const [best] = all.filter(setting => setting.id === id).toSorted((a, b) => gain(b) - gain(a))
      if (best !== undefined) chosen.push(best)
      function gain(setting: (typeof all)[number]): number {
        return (
          chosen.filter(other => openPairs.has(keyOf(setting, other))).length * 1000 +
          countOpenPairs(setting.id, setting.index)
        )
      }
    }
    for (const setting of chosen) for (const other of chosen) openPairs.delete(keyOf(setting, other))
    rows.push(Object.fromEntries(chosen.map(({ id, value }) => [id, value])))
  }
  return rows

  function countOpenPairs(id: string, index?: number): number {
    const own = all.filter(setting => setting.id === id && (index === undefined || setting.index === index))
    return own.reduce(
      (sum, setting) => sum + all.filter(other => openPairs.has(keyOf(setting, other))).length,
      0,
    )
  }
  function keyOf(setting: (typeof all)[number], other: (typeof all)[number]): string {
    return setting.id < other.id ? `${setting.index} ${other.index}` : `${other.index} ${setting.index}`
  }
}

describe.concurrent('verify detects each pair of values over TCP', () => {
  it.each(createPairwiseSets().map((behaviour, index) => ({ index, behaviour })))(
    'set $index',
    async ({ behaviour }) => {
      expectDetected(await verifyMockServer(behaviour), behaviour)
    },
  )
})
