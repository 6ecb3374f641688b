import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { pagesWithTables, renderTables, tablesOf } from '../../docs/generate-tables.ts'
import { tables } from '../../docs/tables/tables.ts'

// The page of the command loads every command.
it.each(pagesWithTables)(
  'docs/%s has its tables as they are now: npm run docs:tables',
  { tags: 'long' },
  async page => {
    expect(await readFile(`docs/${page}`, 'utf8')).toBe(await renderTables(page))
  },
)

it('each table is in a page', () => {
  expect(pagesWithTables.flatMap(tablesOf).toSorted()).toEqual([...tables.keys()].toSorted())
})
