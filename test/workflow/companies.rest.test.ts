import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { importPortfolio } from 'entity-screening-sdk/portfolio'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { findCountryCode } from '../../src/shared/countries/names.ts'

const file = fileURLToPath(new URL('../../../shared/data/companies.csv', import.meta.url))

it.skipIf(!existsSync(file))(
  'thousands of real companies arrive over HTTP, none lost and none doubled (skipped where ../shared/data/companies.csv is absent)',
  async () => {
    const companies = readFileSync(file, 'utf8').trimEnd()
    type Company = { name: string; country: string }
    const { data } = Papa.parse<Company>(companies, { header: true })
    // Two more are nowhere: one country is none, the other is the name of two.
    data.push({ name: 'Nowhere Ltd', country: 'Atlantis' }, { name: 'Two Places Ltd', country: 'Korea' })
    const text = `${companies}\nNowhere Ltd,Atlantis,\nTwo Places Ltd,Korea,\n`
    expect(data.length).toBeGreaterThan(11_000)
    const server = createMockServer({ entityLimit: data.length })
    const { url, close } = await startServer(server)
    const client = new EntityScreening({ apiKey: server.teams.create().apiKey, baseUrl: url })

    const report = await importPortfolio(client, text, {
      columns: { registration: null },
      defaults: { type: 'organization' },
    })

    server.clock.settle()
    const listed = await client.entities.list()
    const unresolved = report.problems.filter(({ column }) => column === 'country').map(({ line }) => line)
    expect(unresolved.map(line => data[line - 2]?.name)).toEqual(['Nowhere Ltd', 'Two Places Ltd'])
    // What is not there is told, and repeats another company in all that tells one from another.
    const foldOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
    const identityOf = ({ name, country }: Company) => `${foldOf(name)} ${findCountryCode(country)}`
    const identities = new Set(data.slice(0, -2).map(identityOf))
    const told = new Set(report.problems.map(({ line }) => line))
    // One name has a soft hyphen, which is dropped.
    const arrived = data
      .filter((_, index) => !told.has(index + 2))
      .map(({ name }) => name.replaceAll('\u00ad', ''))
    expect(listed.map(({ name }) => name).toSorted()).toEqual(arrived.toSorted())
    expect(new Set(listed.map(({ name, countryCode }) => `${foldOf(name)} ${countryCode}`))).toEqual(
      identities,
    )
    expect(listed.length).toBe(identities.size)
    expect(report).toMatchObject({
      rows: data.length,
      created: listed.length,
      invalid: unresolved.length,
      duplicates: 0,
      refused: data.length - listed.length - unresolved.length,
      remaining: 0,
      unusedColumns: ['isin'],
      stopped: null,
    })
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
    expect(new Set(listed.map(({ riskLevel }) => riskLevel))).toEqual(new Set(['low']))
    await close()
  },
)
