import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { compareExtracts, type ExtractComparison } from '../../../src/portfolio/extracts/compare-extracts.ts'
import { readCustomerRows } from '../../../src/portfolio/extracts/customer-rows.ts'
import { createCustomers } from '../../../src/portfolio/extracts/customers.ts'
import { type RowDecision, readRowDecisions } from '../../../src/portfolio/extracts/decisions-file.ts'
import { textOf } from '../../../src/portfolio/extracts/number-column.ts'
import { readExtract } from '../../../src/portfolio/extracts/read-extract.ts'
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
  registration: fc.constantFrom('', 'HRB 1', 'HRB 2'),
})
const outcome = fc.constantFrom(
  ...(['created', 'created', 'created', 'duplicate', 'changed', 'refused', 'possible_duplicate'] as const),
  ...(['in_doubt', 'invalid', 'remaining'] as const),
)
const earlierRow = fc.record({ no: number, outcome, ids: fc.array(id, { maxLength: 2 }), cells })
const oldFiles = fc.array(fc.array(earlierRow, { maxLength: 6 }), { minLength: 1, maxLength: 3 })
const newRows = fc.uniqueArray(fc.record({ no: number, cells }), { selector: ({ no }) => no })
const decisions = fc.uniqueArray(
  fc.record({
    no: number,
    decision: fc.constantFrom('same', 'new', ''),
    id,
    place: fc.constantFrom(
      '0.csv, line 2',
      '0.csv, line 3',
      '1.csv, line 2',
      '1.csv, line 3',
      '2.csv, line 2',
    ),
    // Without cells, the decision is about the row of the new extract.
    cells: fc.option(cells, { nil: undefined, freq: 2 }),
  }),
  { selector: ({ no }) => no },
)

type Cells = typeof cells extends fc.Arbitrary<infer Value> ? Value : never

const read = (rows: readonly (Cells & Readonly<Record<string, string>>)[], columns: readonly string[]) =>
  readExtract(
    Papa.unparse(
      { fields: [...columns], data: rows.map(row => columns.map(column => row[column] ?? '')) },
      { delimiter: ';' },
    ),
    {},
  )

const ownColumns = ['no', 'name', 'type', 'country', 'registration']

it('each row of the new extract has one class, and no id of another number without doubt', async () => {
  const property = fc.asyncProperty(oldFiles, newRows, decisions, async (old, extractRows, decided) => {
    const earlier = []
    for (const [index, rows] of old.entries()) {
      const withIds = rows.map(row => ({ ...row.cells, ...row, reason: '', entity_ids: row.ids.join(' ') }))
      const flat = withIds.map(({ cells: _, ids: __, ...row }) => row)
      earlier.push(
        readCustomerRows(
          `${index}.csv`,
          await read(flat, ['outcome', 'reason', 'entity_ids', ...ownColumns]),
          'no',
        ),
      )
    }
    const extract = await read(
      extractRows.map(({ no, cells }) => ({ ...cells, no })),
      ownColumns,
    )
    const rowsByNumber = new Map(extract.rows.map(row => [textOf(row, 0), row]))
    const decidedRows = decided.flatMap(({ no, decision, id, place, cells }) => {
      const decidedCells = cells ?? extractRows.find(row => row.no === no)?.cells
      return decidedCells === undefined ? [] : { ...decidedCells, no, decision, place, entity_ids: id }
    })
    const decisionExtract = await read(decidedRows, ['decision', 'place', 'entity_ids', ...ownColumns])
    const byNumber = readRowDecisions(decisionExtract, 'no')
    const customers = createCustomers(earlier)
    const isRowOf = ({ number, identity }: RowDecision) => rowsByNumber.get(number)?.identity === identity
    let comparison: ExtractComparison
    try {
      comparison = compareExtracts(customers, rowsByNumber, byNumber, [])
    } catch (error) {
      // A decision about another row, or another entity, is refused.
      expect(InputValidationError.is(error)).toBe(true)
      const all = [...byNumber.values()]
      expect(all.some(each => !isRowOf(each) || each.kind === 'same')).toBe(true)
      return
    }
    const { rows, doubtful, former } = comparison
    expect([...byNumber.values()].every(isRowOf)).toBe(true)

    // Each row has one class.
    expect(rows.map(row => row.number)).toEqual([...rowsByNumber.keys()])
    // No id is that of another number.
    const allRows = earlier.flat()
    const isIdOf = (no: string, id: string) =>
      allRows.some(row => row.number === no && row.entityIds.includes(id))
    for (const row of rows)
      if (row.kind === 'same' || row.kind === 'changed') {
        const [id] = row.entityIds
        const isDecided = row.kind === 'same' && row.isDecided
        const isNobodys = !allRows.some(
          ({ standing, entityIds }) => standing.kind !== 'not_created' && entityIds.includes(id),
        )
        expect(isIdOf(row.number, id) || (isDecided && isNobodys)).toBe(true)
        // Two numbers share an entity only if their rows are equal, or a person has decided.
        for (const other of rows) {
          if (isDecided || other.number === row.number || other.kind === 'new' || other.kind === 'in_doubt')
            continue
          if (other.entityIds[0] !== id || (other.kind === 'same' && other.isDecided)) continue
          const identities = [row, other].map(({ number }) => {
            const { entity } = customers.get(number) ?? { entity: { kind: 'none' } as const }
            return entity.kind === 'known' ? entity.row.row.identity : number
          })
          expect(identities[0]).toBe(identities[1])
        }
      }
    // A refused row, a possible duplicate and an unknown outcome are never sent without a decision.
    for (const row of rows) {
      const last = allRows.findLast(
        ({ number, standing }) => number === row.number && standing.kind !== 'not_created',
      )
      if (last?.standing.kind === 'in_doubt' && !byNumber.has(row.number)) expect(row.kind).toBe('in_doubt')
      // A customer is only sent again because of a decision about the last doubt.
      if (row.kind === 'new' && last !== undefined)
        expect(byNumber.get(row.number)).toMatchObject({ kind: 'new', place: last.place })
    }
    // Each row in doubt is shown to the person who decides.
    const inDoubt = rows.filter(({ kind }) => kind === 'in_doubt').map(row => row.number)
    expect(doubtful.map(row => row.number)).toEqual(expect.arrayContaining(inDoubt))
    // Each earlier number is in the new extract, or gone.
    const gone = former.filter(({ kind }) => kind === 'gone').map(({ row }) => row.number)
    expect(new Set([...gone, ...[...rowsByNumber.keys()].filter(no => customers.has(no))])).toEqual(
      new Set(customers.keys()),
    )
    // Each entity that was certain belongs to a row, is in doubt, or is among the former ones.
    const listed = new Set([...rows, ...former].flatMap(({ entityIds }) => entityIds))
    for (const { standing } of allRows) if ('id' in standing) expect(listed).toContain(standing.id)
  })
  await fc.assert(property, runs)
})
