import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { formatFiles } from '../../../cli/compare/format-files.ts'
import { plainStyle } from '../../../cli/output/csv-style.ts'
import { compareExtracts, type ExtractComparison } from '../../../src/portfolio/extracts/compare-extracts.ts'
import { type CustomerRow, readCustomerRows } from '../../../src/portfolio/extracts/customer-rows.ts'
import {
  type Customers,
  createCustomers,
  wasCreated,
  wasRefused,
} from '../../../src/portfolio/extracts/customers.ts'
import { type RowDecision, readRowDecisions } from '../../../src/portfolio/extracts/decisions-file.ts'
import { textOf } from '../../../src/portfolio/extracts/number-column.ts'
import { type ExtractRow, readExtract } from '../../../src/portfolio/extracts/read-extract.ts'
import { InputValidationError } from '../../../src/transport/errors/InputValidationError.ts'
import { repetitions } from '../../repetitions.ts'

const runs = { numRuns: repetitions(500), seed: 20_261_129 }

/** Few numbers, names and ids, so that rows of different files often have the same. */
const number = fc.constantFrom('1', '2', '3', '4', '5', '6')
const id = fc.constantFrom('a', 'b', 'c', 'd')
const cells = fc.record({
  name: fc.constantFrom('Nordwind GmbH', 'NORDWIND GMBH', 'Halfmoon Oy'),
  type: fc.constantFrom('company', 'organization', 'unknown'),
  country: fc.constantFrom('DE', 'Germany', 'FI', 'Nowhere'),
  registration: fc.constantFrom('', 'HRB 1', 'HRB 2', '2.8E+11'),
})
const outcome = fc.constantFrom(
  ...([
    'created',
    'created',
    'created',
    'duplicate',
    'duplicate',
    'changed',
    'unreadable',
    'refused',
  ] as const),
  ...(['possible_duplicate', 'in_doubt', 'created_in_doubt', 'invalid', 'remaining'] as const),
)
const earlierRow = fc.record({
  no: number,
  outcome,
  ids: fc.uniqueArray(id, { maxLength: 2 }),
  isDecided: fc.boolean(),
  cells,
})
const oldFiles = fc.array(fc.array(earlierRow, { maxLength: 6 }), { minLength: 1, maxLength: 3 })
const newRows = fc.uniqueArray(fc.record({ no: number, cells }), { selector: ({ no }) => no })

/** What a person writes about the rows in doubt, in their order. */
const choices = fc.array(fc.record({ decision: fc.constantFrom('same', 'new', ''), id: fc.nat(2) }), {
  minLength: 6,
  maxLength: 6,
})
/** The index of a file that a person forgets when the decisions are used. */
const forgotten = fc.option(fc.nat(2), { nil: null, freq: 2 })

type Generated<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never
type Rows = Generated<typeof newRows>
type OldFile = Generated<typeof oldFiles>[number]
type Choices = Generated<typeof choices>

const read = (rows: readonly Readonly<Record<string, string>>[], columns: readonly string[]) =>
  readExtract(
    Papa.unparse(
      { fields: [...columns], data: rows.map(row => columns.map(column => row[column] ?? '')) },
      { delimiter: ';' },
    ),
    {},
  )

const ownColumns = ['no', 'name', 'type', 'country', 'registration']

async function readOld(name: string, rows: OldFile): Promise<readonly CustomerRow[]> {
  const columns = ['outcome', 'reason', 'entity_ids', 'decision', ...ownColumns]
  const table = rows.map(({ no, outcome, ids, isDecided, cells }) => ({
    ...cells,
    no,
    outcome,
    reason: 'because',
    entity_ids: ids.join(' '),
    decision: isDecided && outcome === 'in_doubt' && ids.length === 1 ? 'same' : '',
  }))
  return readCustomerRows(name, await read(table, columns), 'no')
}

async function readNew(rows: Rows): Promise<ReadonlyMap<string, ExtractRow>> {
  const extract = await read(
    rows.map(({ no, cells }) => ({ ...cells, no })),
    ownColumns,
  )
  return new Map(extract.rows.map(row => [textOf(row, 0), row]))
}

/** Decides about the rows in doubt as a person who makes no mistake in the cells, except in the id. */
async function decide({ doubtful }: ExtractComparison, rows: Rows, all: Choices) {
  const table = doubtful.map(({ number, place, entityIds }, position) => {
    const choice = all[position]
    const entityId = entityIds[(choice?.id ?? 0) % Math.max(1, entityIds.length)] ?? 'x'
    const cells = rows.find(({ no }) => no === number)?.cells
    return { ...cells, no: number, place, decision: choice?.decision ?? '', entity_ids: entityId }
  })
  return readRowDecisions(await read(table, ['decision', 'place', 'entity_ids', ...ownColumns]), 'no')
}

/** All that a comparison has read and found. */
interface Compared extends ExtractComparison {
  readonly earlier: readonly CustomerRow[]
  readonly customers: Customers
  readonly decisions: ReadonlyMap<string, RowDecision>
  readonly rowsByNumber: ReadonlyMap<string, ExtractRow>
}

function compare(
  files: readonly (readonly CustomerRow[])[],
  rowsByNumber: ReadonlyMap<string, ExtractRow>,
  decisions: ReadonlyMap<string, RowDecision> = new Map(),
): Compared {
  const customers = createCustomers(files)
  const comparison = compareExtracts(customers, rowsByNumber, decisions, [])
  return { ...comparison, customers, decisions, rowsByNumber, earlier: files.flat().filter(isSent) }
}

const isSent = ({ standing }: CustomerRow) => standing.kind !== 'not_created'

function assertClasses({ rows, doubtful, rowsByNumber }: Compared): void {
  expect(rows.map(row => row.number)).toEqual([...rowsByNumber.keys()])
  // Each row in doubt is shown to the person who decides.
  const inDoubt = rows.filter(({ kind }) => kind === 'in_doubt').map(row => row.number)
  expect(doubtful.map(row => row.number)).toEqual(expect.arrayContaining(inDoubt))
  for (const { kind, row } of rows) if (kind === 'unreadable') expect(row.unreadable).not.toBe(null)
}

/** No entity is that of a row without a doubt, unless an earlier row of the number shows it, and no other row contradicts that. */
function assertOwners({ rows, earlier, customers }: Compared): void {
  for (const row of rows) {
    if (row.kind !== 'same' && row.kind !== 'changed') continue
    const [entityId] = row.entityIds
    if (row.kind === 'same' && row.isDecided) continue
    const entity = customers.get(row.number)?.entity
    expect(entity).toMatchObject({ kind: 'known', id: entityId })
    if (entity?.kind !== 'known') continue
    expect(entity.row.entityIds).toEqual([entityId])
    if (entity.row.outcome === 'created' || entity.row.standing.kind === 'decided') continue
    // A row that was sent although it was in doubt may repeat the entity of its doubt.
    const before = customers.get(row.number)?.rows.findLast(({ extract }) => extract !== entity.row.extract)
    if (entity.row.outcome === 'duplicate') expect(before?.standing.kind).not.toBe('in_doubt')
    const others = new Set(
      rows
        .filter(other => other !== row && other.entityIds.some(otherId => otherId === entityId))
        .map(other => other.number),
    )
    for (const other of earlier)
      if (others.has(other.number) && other.entityIds.includes(entityId))
        expect(other.row.identity).toBe(entity.row.row.identity)
  }
}

/** A row that was sent is only sent again if it has changed, or by a decision about its doubt, and never if it was created. */
function assertSentOnce({ rows, doubtful, earlier, decisions, rowsByNumber }: Compared): void {
  for (const row of rows) {
    if (row.kind !== 'new') continue
    const { identity } = row.row
    const place = doubtful.find(other => other.number === row.number)?.place
    if (row.isDecided) {
      expect(decisions.get(row.number)).toMatchObject({ kind: 'new', place })
      const created = earlier.filter(other => other.number === row.number && wasCreated(other))
      expect(created.map(other => other.row.identity)).not.toContain(identity)
    } else {
      const isGone = (other: CustomerRow) => !rowsByNumber.has(other.number)
      const isOwnOrGone = (other: CustomerRow) =>
        other.number === row.number || (isGone(other) && other.row.identity === identity)
      const isOtherRefused = (other: CustomerRow) =>
        other.number === row.number && wasRefused(other) && other.row.identity !== identity
      expect(earlier.filter(other => isOwnOrGone(other) && !isOtherRefused(other))).toEqual([])
    }
  }
}

/** No decision is lost: its row is decided, was decided before, or is shown as in doubt for another reason. */
function assertDecisionsUsed({ rows, earlier, decisions, unusedDecisions }: Compared): void {
  for (const decision of decisions.values()) {
    expect(earlier.map(({ place }) => place)).toContain(decision.place)
    const row = rows.find(({ number }) => number === decision.number)
    if (unusedDecisions.some(unused => unused.decision === decision)) expect(row?.kind).toBe('in_doubt')
    else if (decision.kind === 'same') expect(row?.entityIds).toEqual([decision.id])
    else expect(row).toMatchObject({ kind: 'new', isDecided: true })
  }
}

/** Each number and each entity of the earlier files is that of a row, or is listed as a former one. */
function assertNothingLost({ rows, former, earlier, customers, rowsByNumber }: Compared): void {
  const gone = former.filter(({ kind }) => kind === 'gone').map(({ row }) => row.number)
  expect(new Set(gone)).toEqual(new Set([...customers.keys()].filter(no => !rowsByNumber.has(no))))
  const listed = new Set([...rows, ...former].flatMap(({ entityIds }) => entityIds))
  for (const entityId of earlier.flatMap(({ entityIds }) => entityIds)) expect(listed).toContain(entityId)
}

function assertSound(compared: Compared): void {
  assertClasses(compared)
  assertOwners(compared)
  assertSentOnce(compared)
  assertDecisionsUsed(compared)
  assertNothingLost(compared)
}

/** A later comparison with the customers alone is as certain as this one, or less, and knows as much about a doubt. */
async function assertCustomersKeep(compared: Compared): Promise<void> {
  if (compared.rows.length === 0) return
  const { customers } = formatFiles(compared, await read([], ownColumns), plainStyle)
  const earlier = readCustomerRows('customers.csv', await readExtract(customers, {}), 'no')
  const later = compare([earlier], compared.rowsByNumber)
  for (const [position, after] of later.rows.entries()) {
    const before = compared.rows[position]
    if (before?.kind === 'new') expect(after).toEqual({ ...before, isDecided: false })
    else if (before?.kind === 'in_doubt') expect(after).toEqual(before)
    else {
      expect([before?.kind, 'in_doubt']).toContain(after.kind)
      expect(after.entityIds).toEqual(before?.entityIds)
    }
  }
}

/** Whether a decision would create a customer once more. */
function isDoubling({ kind, number, identity }: RowDecision, earlier: readonly CustomerRow[]): boolean {
  const isCreated = (row: CustomerRow) =>
    row.number === number && wasCreated(row) && row.row.identity === identity
  return kind === 'new' && earlier.some(isCreated)
}

it('each row has one class, and no entity is doubled, lost or given to another number without a decision', {
  tags: 'long',
}, async () => {
  const property = fc.asyncProperty(
    oldFiles,
    newRows,
    choices,
    forgotten,
    async (old, rows, all, missing) => {
      const files = await Promise.all(old.map((file, index) => readOld(`${index}.csv`, file)))
      const rowsByNumber = await readNew(rows)
      const first = compare(files, rowsByNumber)
      assertSound(first)
      const decisions = await decide(first, rows, all)
      const remaining = files.filter((_, index) => index !== missing)
      const isComplete = remaining.length === files.length
      const places = new Set(remaining.flat().map(({ place }) => place))
      let second: Compared
      try {
        second = compare(remaining, rowsByNumber, decisions)
      } catch (error) {
        expect(InputValidationError.is(error)).toBe(true)
        const isDoubled = [...decisions.values()].some(decision => isDoubling(decision, first.earlier))
        expect(isDoubled || !isComplete).toBe(true)
        return
      }
      expect([...decisions.values()].every(({ place }) => places.has(place))).toBe(true)
      assertSound(second)
      await assertCustomersKeep(second)
    },
  )
  await fc.assert(property, runs)
})
