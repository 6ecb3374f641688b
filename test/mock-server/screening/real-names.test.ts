import { existsSync, readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { findMatch } from '../../../mock-server/screening/matching/match.ts'
import { findCountryCode } from '../../../src/shared/countries/names.ts'

interface Row {
  readonly type?: string
  readonly name: string
  readonly country: string
  readonly tags?: string
}

const companies = new URL('../../../../shared/data/companies.csv', import.meta.url)
const portfolio = new URL('../../../examples/data/portfolio.csv', import.meta.url)

function read(file: URL): Row[] {
  return Papa.parse<Row>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true }).data
}

/** With the country and without it: what differs there must not be all that stands between a real company and a hit. */
function matchedNames(rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, country }) => {
    const subject = { type: 'organization', name } as const
    const match = findMatch({ ...subject, countryCode: findCountryCode(country) }) ?? findMatch(subject)
    return match ? `${name}: ${match.party.name}` : []
  })
}

it.skipIf(!existsSync(companies))(
  'thousands of real companies are taken for nobody (skipped where ../shared/data/companies.csv is absent)',
  { tags: 'long' },
  () => {
    const rows = read(companies)
    expect(rows.length).toBeGreaterThan(11_000)
    expect(matchedNames(rows)).toEqual([])
  },
)

it('the real companies of the example portfolio are taken for nobody', () => {
  const rows = read(portfolio).filter(row => row.type === 'organization' && !row.tags?.includes('fictional'))
  expect(rows.length).toBeGreaterThan(60)
  expect(matchedNames(rows)).toEqual([])
})
