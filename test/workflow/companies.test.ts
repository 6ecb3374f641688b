import { existsSync, readFileSync } from 'node:fs'
import { type BulkOrganization, EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { findCountryCode } from '../../src/contract/countries.ts'

const file = new URL('../../../shared/data/companies.csv', import.meta.url)

it.skipIf(!existsSync(file))(
  'thousands of real companies arrive over HTTP, none lost and none doubled (skipped where ../shared/data/companies.csv is absent)',
  { timeout: 60_000 },
  async () => {
    const { data } = Papa.parse<{ name: string; country: string }>(readFileSync(file, 'utf8'), {
      header: true,
      skipEmptyLines: true,
    })
    expect(data.length).toBeGreaterThan(11_000)
    expect(data.filter(({ country }) => findCountryCode(country) === undefined)).toEqual([])
    const rows = data.map(
      ({ name, country }): BulkOrganization => ({ type: 'organization', name, countryCode: country }),
    )

    const server = createMockServer({ entityLimit: rows.length })
    const { url, close } = await startServer(server)
    const client = new EntityScreening({ apiKey: server.teams.create().apiKey, baseUrl: url })
    const refused = new Set<number>()
    for (let first = 0; first < rows.length; first += 1000) {
      const batch = rows.slice(first, first + 1000)
      const { successCount, errorCount, errors } = await client.entities.createBulk(batch)
      expect(successCount + errorCount).toBe(batch.length)
      for (const { row, reason } of errors) {
        expect(reason).toMatch(/already exists in the team$/)
        refused.add(first + (row ?? Number.NaN) - 1)
      }
    }
    server.clock.settle()

    const listed = await client.entities.list()
    expect(listed.map(({ name }) => name)).toEqual(
      rows.filter((_, index) => !refused.has(index)).map(({ name }) => name),
    )
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
    expect(new Set(listed.map(({ riskLevel }) => riskLevel))).toEqual(new Set(['low']))
    await close()
  },
)
