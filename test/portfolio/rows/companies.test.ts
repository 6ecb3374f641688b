import { existsSync, readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { collect } from '../source/collect.ts'

/** Names of 11,972 companies, which are not in the repository. Without them, this file skips its test. */
const file = new URL('../../../../shared/data/companies.csv', import.meta.url)

const maxRefused = 5

describe('the names of real companies', () => {
  it.skipIf(!existsSync(file))(
    'are refused by no rule more than five times (skipped without ../shared/data/companies.csv)',
    { tags: 'long' },
    async () => {
      const csv = Papa.parse<{ name: string }>(readFileSync(file, 'utf8'), { header: true })
      const names = csv.data.map(({ name }) => name).filter(Boolean)
      expect(names.length).toBeGreaterThan(11_000)
      const items = names.map(name => ({ type: 'organization', name, country: 'FI' }))
      const rows = (await collect((await openRows(items, {})).rows)).flat()
      const refused: Record<string, string[]> = {}
      for (const { row, line, ...problems } of rows)
        if (row === null && 'problems' in problems)
          for (const { reason } of problems.problems) {
            refused[reason] = [...(refused[reason] ?? []), names[line - 1] ?? '']
          }
      for (const refusedNames of Object.values(refused))
        expect(refusedNames.length).toBeLessThanOrEqual(maxRefused)
    },
  )
})
