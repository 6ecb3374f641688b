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
    `--columns birthDate=HEADER needs a choice, because "${header}" has dates of persons, and an entity cannot get it later: name this column, or pass --columns birthDate=\n`

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

  it('say what to do about a column without a name', async () => {
    const { run } = await startWithImport()
    const lines = withDates('', 'unknown', '1961-04-09', '02.01.1975')
    const { stderr } = await run(lines)
    expect(stderr).toContain('because column 4 (give it a name in the file) has dates of persons')
  })

  it('of a stream need it, too', async () => {
    const { server, environment } = await startService()
    const input = withDates('Geb.', '1961-04-09').join('\n')
    const { status, stderr } = await command.run(['import', '-'], environment, input)
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(choice('Geb.')) })
    expect(server.requests.list()).toEqual([])
  })
})

describe('an import without a column for registration numbers', () => {
  const organizations = ['--type', 'organization']
  const lines = [
    'name;country;Kundennr;Register',
    'Nordwind GmbH;DE;10001;HRB 4711, Amtsgericht Hamburg',
    'Halfmoon Oy;FI;10002;',
  ]
  const warningOf = (choice: string) =>
    `warning: no column is read for registration numbers, and an entity cannot get one later: if ${choice} has them, stop now, and add --columns registration=HEADER; if none has, --columns registration=\n`

  it('warns of all columns that may hold them, also in a dry run', async () => {
    const { run, listEntities } = await startWithImport()
    const stderr = expect.stringContaining(warningOf('one of "Kundennr", "Register"'))
    expect(await run(lines, ...organizations, '--dry-run')).toMatchObject({ status: 0, stderr })
    expect(await run(lines, ...organizations)).toMatchObject({ status: 0, stderr })
    expect(await listEntities()).toHaveLength(2)
  })

  it('names one column, and one that has no name in the file', async () => {
    const { run } = await startWithImport()
    const { stderr } = await run(['name;country;', 'Nordwind GmbH;DE;HRB 4711'], ...organizations)
    expect(stderr).toContain(warningOf('column 3 (give it a name in the file)'))
  })

  it('reads a stream with the same warning', async () => {
    const { environment } = await startService()
    const { stderr } = await command.run(
      ['import', '-', ...organizations],
      environment,
      'name;country;Register\nNordwind GmbH;DE;HRB 4711\n',
    )
    expect(stderr).toContain(warningOf('"Register"'))
  })

  it('warns no more once its journal has rows, because they are read as before', async () => {
    const { run } = await startWithImport()
    await run(lines, ...organizations)
    const { status, stderr } = await run(lines, ...organizations)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.each([
    ['a column is read for them', lines, columns('registration=Register')],
    ['the user says that there is none', lines, columns('registration=')],
    ['all columns are read', ['name;country', 'Nordwind GmbH;DE'], []],
    ['organizations have no cells in the others', ['name;country;Note;', 'Nordwind GmbH;DE;-;'], []],
  ])('does not warn if %s', async (_, source, flags) => {
    const { run } = await startWithImport()
    const { stderr } = await run(source, ...organizations, ...flags)
    expect(stderr).toMatch(/^starts a new import journal: .*\n$/)
  })

  it('does not warn of a column of persons', async () => {
    const { run } = await startWithImport()
    const { stderr } = await run(['name;country;Kundennr', '"Brandt, Ilse";DE;10001'], '--type', 'person')
    expect(stderr).not.toContain('warning')
  })
})

describe('words for types in a column that is not used', () => {
  const lines = ['name;country;Art', 'Nordwind GmbH;DE;company', '"Brandt, Ilse";DE;individual']

  it('need a choice beside --type, which would screen persons as companies', async () => {
    const { run, server, listEntities } = await startWithImport()
    const { status, stderr } = await run(lines, '--type', 'organization')
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining(
        '--columns type=HEADER needs a choice, because "Art" has words for types, and an entity cannot get it later: name this column, or pass --columns type=\n',
      ),
    })
    expect(server.requests.list()).toEqual([])
    await run(lines, '--type', 'organization', ...columns('type=Art'))
    expect((await listEntities()).map(({ type }) => type)).toEqual(['organization', 'person'])
  })

  it('need none if few of many cells are such words', async () => {
    const { run } = await startWithImport()
    const rows = Array.from({ length: 3000 }, (_, index) => {
      return `Nordwind ${index};DE;${index % 5 === 0 ? 'company' : 'GmbH'}`
    })
    const { status, stderr } = await run(
      ['name;country;Form', ...rows],
      '--type',
      'organization',
      '--dry-run',
    )
    expect(status).toBe(0)
    expect(stderr).not.toContain('needs a choice')
  })
})

describe('--type organization', () => {
  it.each([
    ['birth date', '1961-04-09'],
    ['first name;last name', 'Ilse;Brandt'],
    ['nationality', 'DE'],
    ['passport', 'C01X00T47'],
  ])('refuses a row that has what only a person has: %s', async (header, cells) => {
    const { run, listEntities } = await startWithImport()
    const empty = cells.replaceAll(/[^;]/g, '')
    const lines = [`name;country;${header}`, `Nordwind GmbH;DE;${empty}`, `Ilse Brandt;DE;${cells}`]
    const { status, stderr } = await run(lines, '--type', 'organization', '--omit-unreadable')
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringContaining('is not for an organization'),
    })
    expect((await listEntities()).map(({ name }) => name)).toEqual(['Nordwind GmbH'])
  })
})

it('a word for a type in another language is refused with what to do', async () => {
  const { run } = await startWithImport()
  const { stderr } = await run(['Name;type;Land', 'Nordwind GmbH;Firma;DE'])
  expect(stderr).toContain(
    'line 2 (type): must be organization or person, or an English word for one, such as company or individual: replace the other words of this column in the file\n',
  )
})

it('a default type beside rows of the other type is a warning before the first row is sent', async () => {
  const { run } = await startWithImport()
  const lines = ['Name;Type;Country', 'Nordwind GmbH;;DE', '"Brandt, Ilse";person;DE']
  const { status, stderr } = await run(lines, '--type', 'organization')
  const warning =
    'warning: line 2 (Type): 1 row without a type counts as organization, although another row is a person: look at each of them\n'
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining(warning) })
})
