import { EntityScreeningError, type NetworkNode } from 'entity-screening-sdk'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answering } from '../answering.ts'
import { isShort } from '../short-run.ts'

/**
 * Changes names, case, nesting and types of the fields of valid bodies, and holds the rule of the house: unknown is never
 * clean. `npm run fuzz` makes 100,000 of them.
 */
const runs = Number(process.env.FUZZ_RUNS ?? (isShort ? 500 : 2_000))

type Json = unknown

const fields = ['pep', 'sanctions', 'adverse_media'] as const

/** Another spelling of a name that a reader would know it by. */
const spelling = (name: string) =>
  fc
    .record({
      cases: fc.constantFrom<(word: string, at: number) => string>(
        word => word,
        word => word.toUpperCase(),
        (word, at) => (at === 0 ? word : capital(word)),
        capital,
      ),
      divider: fc.constantFrom('_', '-', ' ', '', '.', '__'),
      before: fc.constantFrom('', '', '', 'all_', 'known-', 'is_', 'has'),
      after: fc.constantFrom('', '', '', '_json', 'JSON', '_data', '-json', '_hits', 'Entries', 's'),
    })
    .map(({ cases, divider, before, after }) => before + name.split('_').map(cases).join(divider) + after)

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

type Change = (value: Json) => Json

/** Ways to hand over a list that hold what it holds. */
const folding: fc.Arbitrary<Change> = fc.constantFrom<Change>(
  value => value,
  value => value,
  value => JSON.stringify(value),
  value => JSON.stringify(JSON.stringify(value)),
  value => [value],
  value => ({ data: value }),
  value => ({ total: 9, items: value }),
  value => ({ status: 'ok', results: value }),
  value => ({ 'List A': value }),
  value => (Array.isArray(value) ? { ...value } : value),
  value => (Array.isArray(value) ? value.map(entry => JSON.stringify(entry)) : value),
  value => (Array.isArray(value) && value.length === 1 ? value[0] : value),
)

/** Ways to put the fields of a node elsewhere. */
const moving: fc.Arbitrary<Change> = fc.constantFrom<Change>(
  node => node,
  node => node,
  node => ({ data: node }),
  node => ({ id: 'a', attributes: node }),
  node => ({ id: 'a', name: 'A', screening: node }),
  node => ({ id: 'a', anything: [{ at: 1 }, node] }),
  node => ({ id: 'a', type: 'person', Properties: { data: node } }),
  node => JSON.stringify(node),
  node => [node],
  node => ({ id: 'a', risk: JSON.stringify(node) }),
)

/** What may stand in place of a list by mistake, and says that there is something. */
const mistake = fc.constantFrom<Json>(
  true,
  1,
  'yes',
  'Evil',
  [true],
  ['Evil'],
  { listed: true },
  [[{}]],
  '{"a":',
  [null],
)

const party = fc.record({
  hits: fc.array(
    fc.record({
      field: fc.constantFrom(...fields),
      count: fc.integer({ min: 0, max: 3 }),
      entry: fc.constantFrom('name', 'caption', 'title'),
      mistake: fc.option(mistake, { freq: 6 }),
      folds: fc.array(folding, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  moves: fc.array(moving, { maxLength: 2 }),
})

const cases = party.chain(({ hits, moves }) =>
  fc.record({
    hits: fc.constant(hits),
    moves: fc.constant(moves),
    names: fc.tuple(...hits.map(({ field }) => spelling(field))),
  }),
)

function build({ hits, moves, names }: Awaited<ReturnType<typeof sampleType>>) {
  const wanted: string[] = []
  // The same entry under two names is one.
  const mistaken = new Set<string>()
  const entries = hits.map((hit, at): [string, Json] => {
    const marks = Array.from({ length: hit.count }, (_, index) => `hit ${at}/${index}`)
    if (hit.mistake !== null) {
      mistaken.add(hit.field)
      return [names[at] ?? '', hit.mistake]
    }
    wanted.push(...marks)
    const list: Json = marks.map(mark => ({ [hit.entry]: mark, list: 'L' }))
    return [names[at] ?? '', hit.folds.reduce((value, fold) => fold(value), list)]
  })
  // Of two fields that are called the same, JSON has one.
  const isClear = new Set(entries.map(([name]) => name)).size === entries.length
  const node = moves.reduce((value: Json, move) => move(value), { id: 'a', ...Object.fromEntries(entries) })
  return { node, wanted, atLeast: mistaken.size + wanted.length, isClear }
}

/** Only for its type. */
async function sampleType() {
  const [sample] = fc.sample(cases, 1)
  if (sample === undefined) throw new Error('no sample')
  return sample
}

function hitsOf({ pep, sanctions, adverseMedia }: NetworkNode): unknown[] {
  return [...pep, ...sanctions, ...adverseMedia]
}

it('no hit of a changed body is lost, or the call says that it cannot be read', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async sample => {
      const { node, wanted, atLeast, isClear } = build(sample)
      if (!isClear) return
      const { client } = answering({ success: true, data: { nodes: { a: node }, relations: [] } })
      const network = await client.entities.network('a').catch((error: unknown) => {
        if (EntityScreeningError.is(error) && error.code === 'unreadable_response') return null
        throw error
      })
      if (network === null) return
      const shown = network.nodes.flatMap(hitsOf)
      const text = JSON.stringify(shown)
      expect(wanted.filter(mark => !text.includes(mark))).toEqual([])
      expect(shown.length).toBeGreaterThanOrEqual(atLeast)
    }),
    { numRuns: runs, seed: 20251005 },
  )
}, 600_000)

it('a list of hits is empty only for an empty, absent or null one', async () => {
  const nothing = fc.constantFrom<Json>(undefined, null, [], '', '[]', '-', {}, 'null', '{}', false)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fields), fc.oneof(nothing, fc.jsonValue()), async (field, value) => {
      const { client } = answering({
        success: true,
        data: { nodes: { a: { id: 'a', [field]: value } }, relations: [] },
      })
      const { nodes } = await client.entities.network('a')
      if (hitsOf(nodes[0] ?? failed()).length > 0) return
      expect(isNothing(value)).toBe(true)
    }),
    { numRuns: runs, seed: 20251006 },
  )
}, 600_000)

function failed(): never {
  throw new Error('no node came')
}

/** What a reader takes for no hit: nothing, a flag that says no, and what holds only empty lists. */
function isNothing(value: Json): boolean {
  if (Array.isArray(value)) return value.every(item => Array.isArray(item) && isNothing(item))
  if (typeof value === 'object' && value !== null) {
    const fields = Object.values(value)
    const said = fields.filter(
      item => item !== null && !(typeof item === 'string' && /^\s*[-–—]?\s*$/.test(item)),
    )
    if (said.length === 0) return fields.length === 0
    return said.every(item => typeof item === 'object' && isNothing(item))
  }
  if (typeof value !== 'string') return value === undefined || value === null || value === false
  const text = value.trim()
  return ['', '-', '–', '—', '[]', '{}', 'null', '""', '"-"', 'false'].includes(text)
}

it('a level of risk is never read as a lower one, or as none', async () => {
  const level = fc.constantFrom('high', 'medium')
  const spelled = level.chain(level =>
    fc
      .record({
        cases: fc.constantFrom(
          (word: string) => word,
          (word: string) => word.toUpperCase(),
          capital,
        ),
        divider: fc.constantFrom(' ', '\u00a0', '-', '_', '', '  ', '\t', ': '),
        name: fc.constantFrom('riskLevel', 'RiskLevel', 'risk_level', 'RISK-LEVEL', 'risklevel'),
        shape: fc.constantFrom<(cased: string, divider: string, risk: string) => string>(
          cased => cased,
          (cased, divider, risk) => cased + divider + risk,
          (cased, divider, risk) => risk + (divider === '' ? ' ' : divider) + cased,
        ),
      })
      .map(({ cases, divider, name, shape }) => ({
        level,
        name,
        label: shape(cases(level), divider, cases('risk')),
      })),
  )
  await fc.assert(
    fc.asyncProperty(spelled, async ({ level, name, label }) => {
      const [entity] = await answering([{ id: 'a', [name]: label }]).client.entities.list()
      expect(entity?.riskLevel).toBe(level)
    }),
    { numRuns: Math.min(runs, 10_000), seed: 20251007 },
  )
}, 600_000)
