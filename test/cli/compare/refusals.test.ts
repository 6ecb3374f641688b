import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { header, readColumns, writeExtract, writeResults } from './customer-files.ts'

const command = prepareCommand()

let name = ''
beforeEach(async () => {
  name = crypto.randomUUID()
  await writeResults(`${name}-results.csv`, ['created;;a;1;A;company;DE;;;'])
  await writeExtract(`${name}.csv`, ['1;A;company;DE;;;'])
})

const compare = (...words: string[]) => command.run(['compare', ...words])
const compareBoth = (...flags: string[]) =>
  compare(`${name}-results.csv`, `${name}.csv`, '--key', 'customer_no', ...flags)

const written = async () => (await readdir('.')).filter(file => file.startsWith(`${name}-`)).toSorted()

async function expectRefusal(outcome: ReturnType<typeof compare>, status: number, sentence: string) {
  const { stdout, stderr, ...refused } = await outcome
  expect({ stdout, ...refused }).toEqual({ stdout: '', status })
  expect(stderr).toContain(sentence)
  expect(await written()).toEqual([`${name}-results.csv`])
}

describe('compare refuses, and writes nothing, if the new extract has', () => {
  it.each([
    [
      'a number twice',
      ['1;A;company;DE;;;', '1 ;B;company;DE;;;'],
      'lines 2 and 3 have the same customer_no, 1',
    ],
    ['no number', ['1;A;company;DE;;;', ';B;company;DE;;;'], 'line 3 has no customer_no'],
    ['a broken quote', ['1;"A"x;company;DE;;;'], 'line 2 has a quote that is not closed'],
    ['a cell too many', ['1;A;B;company;DE;;;x'], 'line 2 has 8 cells, but the header has 7'],
    ['a footer', ['1;A;company;DE;;;', '', 'Total: 1'], 'line 4 looks like a footer'],
    [
      'many problems',
      Array.from({ length: 25 }, () => ';B;company;DE;;;'),
      'line 21 has no customer_no; and 5 more',
    ],
  ])('%s', async (_, rows, sentence) => {
    await writeExtract(`${name}.csv`, rows)
    await expectRefusal(compareBoth(), 1, sentence)
  })

  it('no such column', async () => {
    const outcome = compare(`${name}-results.csv`, `${name}.csv`, '--key', 'customer_nr')
    await expectRefusal(outcome, 2, `${name}.csv has no column "customer_nr" (did you mean customer_no?)`)
  })

  it('no such column, although there are rows in doubt with that of --key', async () => {
    await compareBoth()
    const line = [`${name}-results.csv`, `${name}.csv`, '--replace', '--key', 'customer_nr']
    const { status, stderr } = await compare(...line)
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `entity-screening: ${name}.csv has no column "customer_nr" (did you mean customer_no?): --key must name the column of the customer numbers\n`,
    })
    await writeExtract(`${name}.csv`, ['1;A;company;DE;;;'], header.replace('customer_no', 'Kundennr'))
    const renamed = [...line.slice(0, 3), '--key', 'Kundennr', '--key-old', 'customer_no']
    expect((await compare(...renamed)).stderr).toContain(
      `${name}-in-doubt.csv has no column "Kundennr"; it has`,
    )
    expect((await compare(...renamed)).stderr).toContain('it is of another comparison, or --key is wrong')
  })

  it('a column twice', async () => {
    await writeExtract(`${name}.csv`, ['1;A;company;DE;;;;2'], `${header};customer_no`)
    await expectRefusal(compareBoth(), 1, `${name}.csv has several columns "customer_no"`)
  })

  it('columns that compare adds', async () => {
    await writeExtract(`${name}.csv`, ['1;A;company;DE;;;;x'], `${header};Reason`)
    await expectRefusal(compareBoth(), 1, 'has columns that compare adds: rename Reason in the file')
  })

  it('no header', async () => {
    await writeFile(`${name}.csv`, '')
    await expectRefusal(compareBoth(), 1, `${name}.csv has no header`)
  })
})

describe('compare refuses earlier files', () => {
  it('in the place of the new extract, and the other way round', async () => {
    const swapped = compare(`${name}.csv`, `${name}-results.csv`, '--key', 'customer_no')
    await expectRefusal(swapped, 2, `${name}-results.csv has the column entity_ids, so it is an earlier file`)
    await writeExtract('other.csv', ['1;A;company;DE;;;'])
    const twice = compare('other.csv', `${name}.csv`, '--key', 'customer_no')
    await expectRefusal(twice, 2, 'other.csv has no column entity_ids')
    await writeFile('doubtful.csv', `decision;entity_ids;${header}\n;a;1;A;company;DE;;;\n`)
    const doubtful = compare('doubtful.csv', `${name}.csv`, '--key', 'customer_no')
    await expectRefusal(doubtful, 2, 'doubtful.csv has no column outcome: it must be a file of import')
  })

  it.each([
    [
      'in the old file',
      header.replace('address', 'nationality'),
      header,
      '-results.csv has a column for nationality',
    ],
    ['in the new one', header, header.replace('address', 'nationality'), '.csv has a column for nationality'],
  ])('with a mapped field that is only %s', async (_, oldHeader, newHeader, sentence) => {
    await writeResults(`${name}-results.csv`, ['created;;a;1;A;company;DE;;;'], oldHeader)
    await writeExtract(`${name}.csv`, ['1;A;company;DE;;;'], newHeader)
    await expectRefusal(compareBoth(), 1, sentence)
    expect((await compareBoth('--columns', 'nationality=')).status).toBe(0)
  })

  it('without a column that --columns names for all files', async () => {
    await writeExtract(`${name}.csv`, ['1;A;company;DE;;;'], header.replace('type', 'Typ'))
    await expectRefusal(
      compareBoth('--columns', 'type=Typ'),
      2,
      `${name}-results.csv: --columns type=HEADER names a column that is not there; the header has "line",`,
    )
  })

  it('without a column for a field, with the advice to rename it only if the new extract has it', async () => {
    await expectRefusal(
      compareBoth('--columns', 'type=tpye'),
      2,
      `${name}.csv: --columns type=HEADER names a column that is not there`,
    )
    expect((await compareBoth('--columns', 'type=tpye')).stderr).not.toContain('rename the column')
    await writeExtract(`${name}.csv`, ['1;A;company;DE;;;'], header.replace('type', 'Typ'))
    expect((await compareBoth('--columns', 'type=Typ')).stderr).toContain(
      '. --columns is for all files: rename the column in one of them\n',
    )
  })

  it('with an unknown outcome, or a broken row', async () => {
    await writeResults(`${name}-results.csv`, ['done;;a;1;A;company;DE;;;'])
    await expectRefusal(compareBoth(), 1, 'has an unknown outcome on line 2: "done"')
    await writeResults(`${name}-results.csv`, ['created;;a;1;A;B;company;DE;;;x'])
    await expectRefusal(compareBoth(), 1, 'cannot be compared: line 2 has 12 cells')
    await writeResults(`${name}-results.csv`, ['invalid;too many cells;;1;A;B;company;DE;;;x'])
    expect((await compareBoth()).status).toBe(0)
  })

  it.each(['1.2E+23', '1,20492E+23', '#NAME?', "'123"])('with the damaged id %s', async id => {
    await writeResults(`${name}-results.csv`, [`created;;${id};1;A;company;DE;;;`])
    await expectRefusal(
      compareBoth(),
      1,
      `has the id "${id}" on line 2, which looks damaged by a spreadsheet`,
    )
  })

  it('with a row that was created, and cannot be read now', async () => {
    const row = '1;Brandt, Ilse;person;DE;04/09/1961;;'
    await writeResults(`${name}-results.csv`, [`created;;a;${row}`])
    await writeExtract(`${name}.csv`, ['1;Brandt, Ilse;person;DE;1961-04-09;;'])
    await expectRefusal(compareBoth(), 1, 'line 2 was created, and cannot be read now: birth date')
    expect((await compareBoth('--dates', 'mdy')).stdout).toContain('1 row: 1 same')
  })

  it('without the column of the numbers, and names the flag for another one', async () => {
    await writeExtract(`${name}.csv`, ['1;A;company;DE;;;'], header.replace('customer_no', 'Kundennr'))
    const outcome = compare(`${name}-results.csv`, `${name}.csv`, '--key', 'Kundennr')
    await expectRefusal(outcome, 2, 'name the column of the customer numbers with --key-old')
  })

  it('that are not UTF-8, which --encoding does not change', async () => {
    await writeFile(
      `${name}-results.csv`,
      Buffer.from(`line;outcome;reason;entity_ids;${header}\n2;created;;a;1;\xc4;`, 'latin1'),
    )
    const refused = compareBoth('--encoding', 'latin1')
    await expectRefusal(
      refused,
      1,
      'is not UTF-8: save it as CSV UTF-8, because --encoding is for the new extract',
    )
  })

  it('if most of their numbers are gone, as when leading zeros are lost', async () => {
    const results = ['01001', '01002', '01003'].map(number => `created;;${number};${number};A;company;DE;;;`)
    await writeResults(`${name}-results.csv`, results)
    await writeExtract(`${name}.csv`, ['01001;A;company;DE;;;', '1002;A;company;DE;;;'])
    await expectRefusal(
      compareBoth(),
      1,
      'lacks 2 of 3 earlier numbers, such as "01002", and has others, such as "1002". If so many customers are gone, use --many-gone. A spreadsheet may have removed leading zeros: restore',
    )
    expect((await compareBoth('--many-gone')).stdout).toContain(
      '2 rows: 1 same, 0 changed, 0 new, 1 in doubt; 2 gone',
    )
    await writeExtract(`${name}.csv`, ['01001;A;company;DE;;;', '01002;A;company;DE;;;'])
    expect((await compareBoth('--replace')).stdout).toContain('2 rows: 2 same')
  })
})

it.each<[string[], string]>([
  [[], 'compare expects OLD files'],
  [['a.csv', '--key', 'no'], 'compare expects OLD files'],
  [['-', 'a.csv', '--key', 'no'], 'compare reads files, not stdin'],
  [['NAME-results.csv', 'NAME.csv'], '--key HEADER is required'],
  [['NAME.csv', 'NAME.csv', '--key', 'no'], 'must be different files'],
])('%j is refused', async (words, sentence) => {
  const { status, stderr } = await compare(...words.map(word => word.replace('NAME', name)))
  expect(status).toBe(2)
  expect(stderr).toContain(sentence)
})

it('refuses to write over a file that it reads', async () => {
  await writeResults(`${name}-customers.csv`, ['created;;a;1;A;company;DE;;;'])
  const line = [`${name}-customers.csv`, `${name}.csv`, '--key', 'customer_no', '--replace']
  const { status, stderr } = await compare(...line)
  expect(status).toBe(2)
  expect(stderr).toContain('must be different files')
})

it('writes five files that only their owner can read, and changes none without --replace', {
  tags: 'long',
}, async () => {
  expect((await compareBoth()).stdout).toBe(
    `1 row: 1 same, 0 changed, 0 new, 0 in doubt; 0 gone
to import: nothing
to create: nothing
in doubt: ${name}-in-doubt.csv
gone: ${name}-gone.csv
customers: ${name}-customers.csv
`,
  )
  const files = await written()
  expect(files).toHaveLength(6)
  if (process.platform !== 'win32')
    for (const file of files.filter(file => !file.includes('results')))
      expect((await stat(file)).mode & 0o777).toBe(0o600)
  const customers = await readFile(`${name}-customers.csv`, 'utf8')
  await writeExtract(`${name}.csv`, ['1;A;company;DE;;;New street'])
  const { status, stderr } = await compareBoth()
  expect(status).toBe(1)
  expect(stderr).toContain('exists already: --replace replaces it')
  expect(await readFile(`${name}-customers.csv`, 'utf8')).toBe(customers)
  expect((await compareBoth('--replace')).status).toBe(0)
  expect(await readColumns(`${name}-customers.csv`, 'address')).toEqual(['New street'])
  expect(await written()).toEqual(files)
})

it('puts earlier rows without a number among those that are gone', async () => {
  await writeResults(`${name}-results.csv`, ['created;;a;1;A;company;DE;;;', 'created;;b;;B;company;DE;;;'])
  expect((await compareBoth()).stdout).toContain('1 same, 0 changed, 0 new, 0 in doubt; 0 gone')
  expect(await readColumns(`${name}-gone.csv`, 'former', 'entity_ids', 'name')).toEqual([
    'without number | b | B',
  ])
})

describe('compare warns of many numbers that are gone, and exits with 3', () => {
  const results = (count: number) =>
    Array.from({ length: count }, (_, index) => `created;;id-${index};${index};Party ${index};company;DE;;;`)
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => `${index};Party ${index};company;DE;;;`)

  it.each([
    [40, 36, false],
    [41, 36, true],
    [10, 8, false],
    [10, 7, true],
    [42, 23, true],
  ])('of %i earlier numbers, NEW has %i: %s', async (earlierCount, count, warns) => {
    await writeResults(`${name}-results.csv`, results(earlierCount))
    await writeExtract(`${name}.csv`, rows(count))
    const warning = `warning: ${name}.csv lacks ${earlierCount - count} of ${earlierCount} earlier numbers: is it filtered, or incomplete? If so many customers are gone, add --many-gone --replace\n`
    expect(await compareBoth()).toMatchObject(
      warns ? { status: 3, stderr: warning } : { status: 0, stderr: '' },
    )
    expect(await compareBoth('--many-gone', '--replace')).toMatchObject({ status: 0, stderr: '' })
  })
})

it('says that the customers are not final while rows are to be imported', async () => {
  await writeExtract(`${name}.csv`, ['1;A;company;DE;;;', '2;B;company;DE;;;'])
  expect((await compareBoth()).stdout).toContain(
    `customers: ${name}-customers.csv (not final: import ${name}-import.csv, then compare again)\n`,
  )
})
