import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { clientOf, startService } from '../services.ts'

const command = prepareCommand()

/** A service, and a function that imports a file of some lines with a new journal. */
async function startWithImport() {
  const { server, environment } = await startService()
  const name = crypto.randomUUID()
  const [file, journal] = [`${name}.csv`, `${name}.journal`]
  const run = async (lines: readonly string[], ...flags: string[]) => {
    await writeFile(file, [...lines, ''].join('\n'))
    return command.run(['import', file, '--journal', journal, ...flags], environment)
  }
  return { server, run, file, journal, listEntities: () => clientOf(server).entities.list() }
}

const columns = (...mappings: string[]) => mappings.flatMap(mapping => ['--columns', mapping])

describe('an import that is refused for a column', () => {
  const withoutType = ['Name;Land', 'Nordwind GmbH;DE']

  it('creates no journal, and does not say that it starts one', async () => {
    const { run, journal, server } = await startWithImport()
    const { status, stderr } = await run(withoutType)
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('has no column for') })
    expect(stderr).not.toContain('starts a new import journal')
    expect([existsSync(journal), server.requests.list().length]).toEqual([false, 0])
    const { stderr: next } = await run(withoutType, '--type', 'organization')
    expect(next).toContain(`starts a new import journal: ${journal}\n`)
  })
})

describe('a column of names of companies and last names of persons', () => {
  const lines = [
    'Name;Vorname;type;Land',
    'Nordwind GmbH;;company;DE',
    'Steiner;Maria;person;DE',
    'Halfmoon;Oy;company;FI',
  ]

  it('is the name of a company and the last name of a person, if it is named for both', async () => {
    const { run, listEntities, file } = await startWithImport()
    const { status, stderr } = await run(lines, ...columns('name=Name', 'lastName=Name', 'firstName=Vorname'))
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringContaining('line 4 (Vorname): is not for an organization'),
    })
    const entities = await listEntities()
    expect(entities.map(({ name, type }) => [name, type])).toEqual([
      ['Nordwind GmbH', 'organization'],
      ['Maria Steiner', 'person'],
    ])
    expect(await readFile(file, 'utf8')).toContain('Steiner')
  })

  it('is explained if it is the name alone', async () => {
    const { run } = await startWithImport()
    const { stderr } = await run(lines)
    expect(stderr).toContain(
      'line 3 (Name): is not used, and the last name is missing: if this column has the last names of persons, name it for lastName, too\n',
    )
  })
})

describe('dates of persons in a column that is not used', () => {
  const withDates = (header: string, ...dates: string[]) => [
    `name;type;country;${header}`,
    'Nordwind GmbH;company;DE;',
    ...dates.map((date, index) => `"Brandt, Ilse${'abcdef'[index]}";person;DE;${date}`),
  ]
  const choice = (header: string) =>
    `--columns birthDate=HEADER needs a choice, because "${header}" has dates of persons: name this column, or no column\n`

  it.each([
    ['1961-04-09', '1975-01-02'],
    ['09.04.1961', 'unknown', '02.01.1975'],
    ['04/09/1961', '', ''],
    ['19610409'],
  ])('need a choice before anything is sent: %j', async (...dates) => {
    const { run, server, journal } = await startWithImport()
    const lines = withDates('Geb.', ...dates)
    for (const flags of [[], ['--dry-run']])
      expect(await run(lines, ...flags)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining(choice('Geb.')),
      })
    expect([existsSync(journal), server.requests.list()]).toEqual([false, []])
    const { stdout } = await run(lines, ...columns('birthDate='))
    expect(stdout).toContain('created')
  })

  it.each([
    ['another column has the birth dates', withDates('Geb.;dob', '1961-04-09;1961-04-09')],
    ['they cannot be birth dates', withDates('Valid', '2990-01-01', '2991-01-01')],
    ['they have a time of day', withDates('Created', '2024-01-05 10:33:00', '2024-01-06 11:34:00')],
    ['most cells have none', withDates('Note', '1961-04-09', 'called', 'moved')],
    ['they are numbers', withDates('Phone', '4930123456', '10115')],
    ['only companies have them', [...withDates('Founded'), 'Halfmoon Oy;company;FI;1999-01-01']],
  ])('need none if %s', async (_, lines) => {
    const { run, journal } = await startWithImport()
    const { stderr } = await run(lines, '--dates', 'dmy')
    expect(stderr).not.toContain('needs a choice')
    expect(existsSync(journal)).toBe(true)
  })

  it('of a stream need it, too', async () => {
    const { server, environment } = await startService()
    const input = withDates('Geb.', '1961-04-09').join('\n')
    const { status, stderr } = await command.run(['import', '-'], environment, input)
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(choice('Geb.')) })
    expect(server.requests.list()).toEqual([])
  })
})

it('a word for a type in another language is refused with what to do', async () => {
  const { run } = await startWithImport()
  const { stderr } = await run(['Name;type;Land', 'Nordwind GmbH;Firma;DE'])
  expect(stderr).toContain(
    'line 2 (type): must be organization or person, or an English word for one, such as company or individual: replace the other words of this column in the file\n',
  )
})
