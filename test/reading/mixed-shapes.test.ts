import type { Entity, QuirkReport } from 'entity-screening-sdk'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answering } from '../answering.ts'
import { repetitions } from '../repetitions.ts'
import { listed } from './reading.ts'

const runs = { numRuns: repetitions(150), seed: 20_251_129 }

const spellings: Readonly<Record<string, readonly string[]>> = {
  id: ['ID'],
  riskLevel: ['risk_level', 'RISK-LEVEL'],
  countryCode: ['country_code'],
  dueDate: ['due_date'],
}

const values = fc.constantFrom<unknown>(
  null,
  '',
  '-',
  0,
  7,
  true,
  'DE',
  'Low Risk',
  'Jan 5, 2025',
  'none',
  [],
)

/** The fields of an item under documented names, other spellings and unknown names, in any order. */
const fields = fc
  .tuple(
    fc.subarray(Object.entries(listed)),
    fc.array(
      fc.tuple(
        fc.constantFrom(
          ...Object.keys(listed),
          ...Object.values(spellings).flat(),
          '__proto__',
          'note',
          'pep_hits',
        ),
        values,
      ),
      { maxLength: 4 },
    ),
  )
  .chain(([documented, others]) => {
    const all = [...documented, ...others]
    return fc.shuffledSubarray(all, { minLength: all.length })
  })

const item = fc.oneof(
  { weight: 2, arbitrary: fc.constant<unknown>(listed) },
  { weight: 8, arbitrary: fields.map((members): unknown => Object.fromEntries(members)) },
  { weight: 1, arbitrary: fields.map((members): unknown => JSON.stringify(Object.fromEntries(members))) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 'x', 3, []) },
)

/** Items in any order, each one or more times in a row, as most items of a list have the names of the item before. */
const lists = fc
  .array(fc.tuple(item, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 5 })
  .map(groups => groups.flatMap(([value, count]) => Array.from({ length: count }, () => value)))

/** Reads without the schema: an item that needs it causes a check of all items, so its drifts depend on the other items. */
async function readItems(items: readonly unknown[]): Promise<{ data: Entity[]; quirks: QuirkReport[] }> {
  const { data, quirks } = await answering(items, {}, { validation: 'off' })
    .client.entities.list()
    .withResponse()
  return { data, quirks: [...quirks] }
}

/** The reports by code and field, each with the first path and the total count. */
function countByField(
  quirks: readonly QuirkReport[],
): ReadonlyMap<string, Pick<QuirkReport, 'path' | 'count'>> {
  const byField = new Map<string, Pick<QuirkReport, 'path' | 'count'>>()
  for (const { code, path, count } of quirks) {
    const key = JSON.stringify([code, path.length, path.slice(1).at(-1)])
    const first = byField.get(key)
    byField.set(key, { path: first?.path ?? path, count: count + (first?.count ?? 0) })
  }
  return byField
}

it('items of different shapes in one list are read as each of them alone', async () => {
  const property = fc.asyncProperty(lists, async items => {
    const together = await readItems(items)
    const alone = await Promise.all(items.map(value => readItems([value])))
    expect(together.data).toEqual(alone.flatMap(({ data }) => data))
    const quirks = alone.flatMap((result, index) =>
      result.quirks.map(report => ({ ...report, path: report.path.with(0, index) })),
    )
    expect(countByField(together.quirks)).toEqual(countByField(quirks))
  })
  await fc.assert(property, runs)
})
