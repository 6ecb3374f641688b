import { describe, expect, it } from 'vitest'
import type { SourceFindings } from '../../../src/portfolio/import/import-run.ts'
import { runImport } from '../../../src/portfolio/import-portfolio.ts'
import { optionTerms } from '../../../src/portfolio/option-terms.ts'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { createMemoryJournal, createTeam } from '../team.ts'
import { collect } from './collect.ts'

describe('a choice between unread columns', () => {
  async function openChoices(lines: readonly string[], type?: 'organization') {
    const options = { defaults: { type, countryCode: 'DE' } }
    const reader = await openRows(lines.join('\n'), options, false, { ...optionTerms, showsCells: true })
    await collect(reader.rows)
    return reader.openChoices().map(({ message }) => message)
  }

  it('shows a cell of each that has the form', async () => {
    const persons = [
      'last name;first name;type;Geb.;Tod;',
      'Brandt;Ilse;person;unknown;;?',
      'Meyer;Karl;person;1961-04-09;;01.02.1990',
      'Steiner;Maria;person;02.01.1975;2001-01-01;1991-01-01',
    ]
    expect(await openChoices(persons)).toEqual([
      expect.stringContaining(
        '"Geb." (1961-04-09), "Tod" (2001-01-01), column 6 (01.02.1990; give it a name in the file) have dates of persons',
      ),
    ])
    const companies = ['name;Art', 'Nordwind GmbH;Firma', 'Halfmoon Oy;company', 'Meyer;individual']
    expect(await openChoices(companies, 'organization')).toEqual([
      expect.stringContaining('"Art" (company) has words for types'),
    ])
  })

  it('names all of them', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `Date ${index}`)
    const [message = ''] = await openChoices([
      `last name;first name;type;${names.join(';')}`,
      `Brandt;Ilse;person;${names.map(() => '1961-04-09').join(';')}`,
    ])
    expect(names.filter(name => !message.includes(`"${name}"`))).toEqual([])
  })
})

describe('columns that may hold registration numbers', () => {
  const csv = 'name;type;country;Register\nNordwind GmbH;company;DE;HRB 4711\nHalfmoon Oy;company;FI;\n'

  it('are reported before a row is sent, and not to a later run with the journal', async () => {
    const { client, server } = createTeam()
    const journal = createMemoryJournal()
    const reports: (readonly [columns: readonly string[], sent: number])[] = []
    const hooks = {
      openJournal: async () => journal,
      onFirstRows: ({ registrationCandidates }: SourceFindings) => {
        reports.push([registrationCandidates, server.requests.list().length])
      },
    }
    const report = await runImport(client, csv, {}, optionTerms, hooks)
    expect({ created: report.created, reports }).toEqual({ created: 2, reports: [[['"Register"'], 0]] })
    await runImport(client, csv, {}, optionTerms, hooks)
    expect(reports.map(([columns]) => columns)).toEqual([['"Register"'], []])
  })
})
