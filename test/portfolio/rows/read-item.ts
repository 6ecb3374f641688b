import type { ReadingOptions } from 'entity-screening-sdk/portfolio'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { collect } from '../source/collect.ts'

/** The row of an item, with the reasons against it by column; null and none if there is no row. */
export async function readItem(item: object, options: ReadingOptions = {}) {
  const [row] = (await collect((await openRows([item], { nameOrder: 'first_last', ...options })).rows)).flat()
  const problems = row?.row === null ? row.problems : []
  return {
    row: row?.row ?? null,
    reasons: Object.fromEntries(problems.map(({ column, reason }) => [column ?? '', reason])),
  }
}

/** The reason why the name of a company is refused; undefined if it is accepted as it is. */
export async function refuseCompany(name: string): Promise<string | undefined> {
  const { row, reasons } = await readItem({ type: 'organization', name, country: 'DE' })
  return row?.name === name ? undefined : (reasons.name ?? 'changed')
}

/** The reason why the last name of a person is refused; undefined if it is accepted as it is. */
export async function refuseLastName(lastName: string): Promise<string | undefined> {
  const { row, reasons } = await readItem({ type: 'person', firstName: 'Edda', lastName, country: 'DE' })
  const isSame = row?.type === 'person' && row.lastName === lastName
  return isSame ? undefined : (reasons.lastName ?? 'changed')
}
