import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { startService } from '../services.ts'
import { readColumns } from './customer-files.ts'

const command = prepareCommand()

const november = `No,Name,Type,Ctry,Birth date
1,Nordwind GmbH,company,DE,
2,"Meyer, Karl",person,RU,1970-01-02
3,Southern Cross Shipping Ltd,company,KP,
4,"Brandt, Ilse",person,DE,09/04/1961
`

/** Imports with some flags, and compares the same file with others. */
async function importAndCompare(importFlags: readonly string[], compareFlags: readonly string[]) {
  const { environment } = await startService()
  await writeFile('november.csv', november)
  await command.run(
    ['import', 'november.csv', '--results', 'results.csv', '--replace', ...importFlags],
    environment,
  )
  const line = ['compare', 'results.csv', 'november.csv', '--key', 'No', '--replace', ...compareFlags]
  const { stdout, stderr } = await command.run(line)
  return { counts: stdout.split('\n')[0], stderr, changed: await readColumns('november-import.csv', 'No') }
}

it.each([
  ['a country for all', ['--country', 'DE', '--dates', 'dmy'], ['--other-reading'], ['2', '3']],
  ['another order of dates', ['--columns', 'countryCode=Ctry', '--dates', 'mdy'], [], ['4']],
])('a row that was imported with other flags is changed: %s', async (_, flags, acceptance, changed) => {
  const { stderr, ...others } = await importAndCompare(flags, [
    '--columns',
    'countryCode=Ctry',
    '--dates',
    'dmy',
    ...acceptance,
  ])
  const counts = `4 rows: ${4 - changed.length} same, ${changed.length} changed, 0 new, 0 in doubt; 0 gone`
  expect(others).toEqual({ counts, changed })
  expect(stderr).toMatch(/^warning: \d earlier rows? \(first: results.csv, line \d\) (is|are) read otherwise/)
})

it('a row that was imported with the same flags is the same, month after month', async () => {
  const flags = ['--columns', 'countryCode=Ctry', '--dates', 'dmy']
  const { counts, stderr } = await importAndCompare(flags, flags)
  expect(counts).toBe('4 rows: 4 same, 0 changed, 0 new, 0 in doubt; 0 gone')
  expect(stderr).not.toContain('read otherwise')
  await writeFile('december.csv', november)
  const line = ['compare', 'november-customers.csv', 'december.csv', '--key', 'No', '--replace', ...flags]
  expect((await command.run(line)).stdout).toMatch(/^4 rows: 4 same/)
})

it('without a checksum, as in a file of one’s own, a row is compared as it is read', async () => {
  const flags = ['--columns', 'countryCode=Ctry', '--dates', 'dmy']
  await importAndCompare(['--country', 'DE', '--dates', 'dmy'], flags)
  const results = await readFile('results.csv', 'utf8')
  await writeFile('results.csv', results.replaceAll(/,v2-[0-9a-f-]{8,23},/g, ',,'))
  const line = ['compare', 'results.csv', 'november.csv', '--key', 'No', '--replace', ...flags]
  const { stdout, stderr } = await command.run(line)
  expect({ stdout: stdout.split('\n')[0], stderr }).toEqual({
    stdout: '4 rows: 4 same, 0 changed, 0 new, 0 in doubt; 0 gone',
    stderr: '',
  })
})

describe('an earlier file that is read otherwise than when it was written', () => {
  const companies = `No,Name,Type,Country,HRB
1,Nordwind GmbH,company,DE,HRB 4711
2,Halfmoon Minerals Oy,company,FI,2871120-4
3,Southern Cross Shipping Ltd,company,MT,C 48210
4,"Brandt, Ilse",person,DE,
`
  const registration = ['--columns', 'registration=HRB']

  async function importCompanies() {
    const { environment } = await startService()
    const name = crypto.randomUUID()
    const results = `${name}-results.csv`
    await writeFile(`${name}.csv`, companies)
    const imported = await command.run(
      ['import', `${name}.csv`, '--results', results, ...registration],
      environment,
    )
    expect(imported.status).toBe(0)
    const compare = (...flags: string[]) =>
      command.run(['compare', results, `${name}.csv`, '--key', 'No', ...flags])
    return { name, results, compare }
  }

  it('is refused with the field and its flag, because a flag of the import is missing', async () => {
    const { name, results, compare } = await importCompanies()
    expect(await compare()).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(
        `${results}: rows are read with another registration (--columns registration=HEADER) than when this file was written`,
      ),
    })
    expect(existsSync(`${name}-customers.csv`)).toBe(false)
    expect(await compare(...registration)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^4 rows: 4 same/),
    })
  })

  it('is accepted if the import had wrong flags', async () => {
    const { compare } = await importCompanies()
    const { status, stdout, stderr } = await compare('--other-reading')
    expect({ status, counts: stdout.split('\n')[0] }).toEqual({
      status: 0,
      counts: '4 rows: 1 same, 3 changed, 0 new, 0 in doubt; 0 gone',
    })
    expect(stderr).toContain('3 earlier rows')
  })

  it('is no file of which a person has edited one cell', async () => {
    const { results, compare } = await importCompanies()
    await writeFile(results, (await readFile(results, 'utf8')).replace('HRB 4711', 'HRB 4712'))
    expect(await compare(...registration)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^4 rows: 3 same, 1 changed/),
    })
  })

  it('is refused a month later, too', async () => {
    const { name, compare } = await importCompanies()
    await compare(...registration)
    await writeFile(`${name}-next.csv`, companies)
    const line = ['compare', `${name}-customers.csv`, `${name}-next.csv`, '--key', 'No']
    expect(await command.run(line)).toMatchObject({ status: 2 })
    expect(await command.run([...line, ...registration])).toMatchObject({ status: 0 })
  })
})

describe('a flag that only some rows need', () => {
  /** Twenty-four persons. Half of the dates can be read in one way only. */
  function listPersons(withoutCountry: number): string {
    const rows = Array.from('abcdefghijklmnopqrstuvwx', (letter, index) => {
      const country = index < withoutCountry ? '' : 'DE'
      const day = index % 2 === 0 ? '21' : '03'
      return `${index},"Brandt, Ilse${letter}",person,${country},${day}/04/${1940 + index}`
    })
    return ['No,Name,Type,Country,Birth date', ...rows].join('\n')
  }
  const [dates, country] = [
    ['--dates', 'dmy'],
    ['--country', 'AT'],
  ]

  async function importPersons(withoutCountry = 2) {
    const { environment } = await startService()
    const name = crypto.randomUUID()
    const [file, results] = [`${name}.csv`, `${name}-results.csv`]
    await writeFile(file, listPersons(withoutCountry))
    const imported = await command.run(
      ['import', file, '--results', results, ...dates, ...country],
      environment,
    )
    expect(imported.status).toBe(0)
    const compare = (...flags: string[]) =>
      command.run(['compare', results, file, '--key', 'No', '--replace', ...flags])
    return { results, compare }
  }

  it.each([
    [
      'the order of dates, without which half of the dates cannot be read',
      country,
      'birth date (--columns birthDate=HEADER or --dates) than when this file was written (line 3: Birth date must be a date in a certain order: set --dates to dmy or mdy',
    ],
    [
      'the country, without which two rows cannot be read at all',
      dates,
      'country (--country or --columns countryCode=HEADER) than when this file was written (line 2: Country ',
    ],
    [
      'the order of dates, with the other one',
      [...country, '--dates', 'mdy'],
      'birth date (--columns birthDate=HEADER or --dates) than when',
    ],
  ])('is missed in few rows: %s', async (_, flags, message) => {
    const { results, compare } = await importPersons()
    const { status, stderr } = await compare(...flags)
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining(`${results}: rows are read with another ${message}`),
    })
    expect(await compare(...flags, '--other-reading')).not.toMatchObject({ status: 2 })
    expect(await compare(...dates, ...country)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^24 rows: 24 same/),
    })
  })

  it('is another one if a tenth of the rows with the field are read otherwise', async () => {
    const { compare } = await importPersons(3)
    expect(await compare(...dates, '--country', 'CH')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        'another country (--country or --columns countryCode=HEADER) than when',
      ),
    })
  })

  it('is accepted with a warning if fewer are', async () => {
    const { compare } = await importPersons(2)
    const { status, stdout, stderr } = await compare(...dates, '--country', 'CH')
    expect({ status, counts: stdout.split('\n')[0] }).toEqual({
      status: 0,
      counts: '24 rows: 22 same, 2 changed, 0 new, 0 in doubt; 0 gone',
    })
    expect(stderr).toContain('warning: 2 earlier rows')
  })

  it('is not missed because of one cell that cannot be read', async () => {
    const { results, compare } = await importPersons()
    await writeFile(results, (await readFile(results, 'utf8')).replace('03/04/1941', 'April 1941'))
    expect(await compare(...dates, ...country)).not.toMatchObject({ status: 2 })
  })
})
