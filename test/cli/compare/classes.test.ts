import { readFile, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { decide, readColumns, writeExtract, writeResults } from './customer-files.ts'

const command = prepareCommand()

let name = ''
beforeEach(() => {
  name = crypto.randomUUID()
})

/** Compares the results of an import with a new extract. Returns the counts, and the rows of the files by name. */
async function compare(results: readonly string[], rows: readonly string[], ...flags: string[]) {
  await writeResults(`${name}-results.csv`, results)
  await writeExtract(`${name}.csv`, rows)
  return run([`${name}-results.csv`], ...flags)
}

async function run(oldFiles: readonly string[], ...flags: string[]) {
  const line = ['compare', ...oldFiles, `${name}.csv`, '--key', 'customer_no', '--json', ...flags]
  const { status, stdout, stderr } = await command.run(line)
  if (stdout === '') throw new Error(stderr)
  const { files, ...counts } = JSON.parse(stdout)
  return { status, counts, files, stderr }
}

const oneRow = (counts: object) => ({ rows: 1, same: 0, changed: 0, new: 0, inDoubt: 0, gone: 0, ...counts })

const person = '1;Brandt, Ilse;person;DE;1961-04-09;;Street 1'
const company = '1;Nordwind GmbH;company;DE;;HRB 1;Street 1'

describe('a row is the same', () => {
  it.each([
    ['with another address', person, '1;Brandt, Ilse;person;DE;1961-04-09;;Road 2'],
    ['with another form of date, country and type', person, '1;Brandt, Ilse;individual;Germany;09.04.1961;;'],
    ['in other letters, with spaces', company, ' 1 ; NORDWIND  GmbH;organization;DEU;;hrb 1;'],
    ['with a damaged number', company, '="1";Nordwind GmbH;company;DE;;HRB 1;'],
  ])('%s', async (_, earlier, row) => {
    const { status, counts, files } = await compare([`created;;a;${earlier}`], [row])
    expect({ status, counts }).toEqual({ status: 0, counts: oneRow({ same: 1 }) })
    expect(await readColumns(files.customers, 'outcome', 'entity_ids')).toEqual(['created | a'])
    expect(await readColumns(files.import, 'customer_no')).toEqual([])
  })

  it('although nothing reads its birth date, as long as the text is the same', async () => {
    const row = '1;Brandt, Ilse;person;DE;09/04/1961;;'
    expect((await compare([`created;;a;${row}`], [row])).counts).toEqual(oneRow({ same: 1 }))
    const { counts } = await compare([`created;;a;${row}`], [row.replace('09/04', '10/04')], '--replace')
    expect(counts).toEqual(oneRow({ changed: 1 }))
  })

  it('as a repetition of another number', async () => {
    const rows = [company, company.replace('1;', '2;')]
    const results = [`created;;a;${rows[0]}`, `duplicate;repeats line 2;a;${rows[1]}`]
    expect((await compare(results, rows)).counts).toMatchObject({ rows: 2, same: 2, inDoubt: 0 })
  })
})

it.each([
  ['name', person.replace('Ilse', 'Else')],
  ['birth date', person.replace('04-09', '04-10')],
  ['country', person.replace(';DE;', ';AT;')],
  ['registration', company.replace('HRB 1', 'HRB 2')],
])('a row with another %s is changed, and keeps its entity until the import', async (_, row) => {
  const earlier = row.includes('Nordwind') ? company : person
  const { status, counts, files } = await compare([`created;;a;${earlier}`], [row])
  expect({ status, counts }).toEqual({ status: 0, counts: oneRow({ changed: 1 }) })
  expect(await readColumns(files.import, 'customer_no')).toEqual(['1'])
  expect(await readColumns(files.gone, 'former', 'entity_ids')).toEqual(['changed | a'])
  expect(await readColumns(files.customers, 'outcome', 'entity_ids')).toEqual(['changed | a'])
  // A later comparison with the customers finds the same change, until an import has settled it.
  await writeExtract('later.csv', [row])
  const later = ['compare', files.customers, 'later.csv', '--key', 'customer_no', '--replace']
  expect((await command.run(later)).stdout).toContain('1 row: 0 same, 1 changed, 0 new, 0 in doubt; 0 gone')
  await writeResults('later-results.csv', [`created;;b;${row}`])
  const settled = await command.run([...later.slice(0, 2), 'later-results.csv', ...later.slice(2)])
  expect(settled.stdout).toContain('1 row: 1 same, 0 changed, 0 new, 0 in doubt; 0 gone')
  expect(await readColumns('later-gone.csv', 'former', 'entity_ids')).toEqual(['replaced | a'])
})

it.each([
  ['invalid', 'invalid;name: is required;'],
  ['remaining', 'remaining;;'],
])('a row that was %s is new', async (_, result) => {
  const { counts, files } = await compare([`${result};${person}`], [person])
  expect(counts).toEqual(oneRow({ new: 1 }))
  expect(await readColumns(files.import, 'customer_no')).toEqual(['1'])
})

describe('a row is in doubt', () => {
  it.each([
    ['refused, with the id of an equal one', ['refused;exists already;a'], 'refused: exists already', 'a'],
    ['refused, without an id', ['refused;exists already;'], 'refused: exists already', ''],
    ['possible duplicate', ['possible_duplicate;may be;a'], 'possible duplicate: may be', 'a'],
    ['outcome in doubt', ['in_doubt;;'], 'the service may have created it', ''],
    ['created without an id', ['created;;'], "created, but the team's list did not show its entity", ''],
    ['several ids', ['created;;a b'], 'nothing tells its entity apart from others', 'a b'],
    ['its number twice', ['created;;a', 'created;;b'], 'lines 2 and 3 had this number', 'a b'],
    ['its number twice, once in doubt', ['created;;a', 'refused;;a'], 'lines 2 and 3 had this number', 'a'],
  ])('%s', async (_, results, doubt, ids) => {
    const { status, counts, files } = await compare(
      results.map(result => `${result};${person}`),
      [person],
    )
    expect({ status, counts }).toEqual({ status: 3, counts: oneRow({ inDoubt: 1 }) })
    expect(await readColumns(files.inDoubt, 'decision', 'reason', 'entity_ids')).toEqual([
      ` | ${doubt} | ${ids}`,
    ])
    expect(await readColumns(files.import, 'customer_no')).toEqual([])
    expect(await readColumns(files.customers, 'outcome', 'reason', 'entity_ids')).toEqual([
      `in_doubt | ${doubt} | ${ids}`,
    ])
    // The doubt stays, with the same words, although the row changes.
    await writeExtract('later.csv', [person.replace('Ilse', 'Else')])
    await command.run(['compare', files.customers, 'later.csv', '--key', 'customer_no', '--replace'])
    expect(await readColumns('later-in-doubt.csv', 'reason', 'entity_ids')).toEqual([`${doubt} | ${ids}`])
  })

  it('if another number with other data was created with the same entity', async () => {
    const rows = [company, company.replace('1;', '2;').replace('HRB 1', 'HRB 2')]
    const { counts, files } = await compare(
      rows.map(row => `created;;a;${row}`),
      rows,
    )
    expect(counts).toMatchObject({ rows: 2, same: 0, inDoubt: 2 })
    expect(await readColumns(files.inDoubt, 'customer_no', 'same_as')).toEqual(['1 | 2', '2 | 1'])
    // One of the two is gone, but the doubt about the other stays.
    await writeExtract('later.csv', rows.slice(1))
    const later = ['compare', files.customers, 'later.csv', '--key', 'customer_no', '--replace']
    expect((await command.run(later)).stdout).toContain('1 row: 0 same, 0 changed, 0 new, 1 in doubt; 1 gone')
    expect(await readColumns('later-gone.csv', 'customer_no', 'same_as')).toEqual(['1 | 2'])
  })

  it('as a company that was refused beside one of its name, which is not in doubt', async () => {
    const rows = [company, company.replace('1;', '2;').replace('HRB 1', 'HRB 2')]
    const { counts, files } = await compare([`created;;a;${rows[0]}`, `refused;exists;a;${rows[1]}`], rows)
    expect(counts).toMatchObject({ rows: 2, same: 1, inDoubt: 1 })
    expect(await readColumns(files.inDoubt, 'customer_no', 'same_as')).toEqual(['2 | 1'])
  })

  it('with all ids that it can have, if a changed row was not created', async () => {
    const changed = person.replace('04-09', '04-10')
    await writeResults('first.csv', [`created;;a;${person}`])
    await writeResults('second.csv', [`possible_duplicate;may be;c;${changed}`])
    await writeExtract(`${name}.csv`, [changed])
    const { counts, files } = await run(['first.csv', 'second.csv'])
    expect(counts).toEqual(oneRow({ inDoubt: 1 }))
    expect(await readColumns(files.inDoubt, 'entity_ids')).toEqual(['a c'])
    expect(await readColumns(files.gone, 'former')).toEqual([])
    // The entity that was not chosen has no customer any more.
    await decide(files.inDoubt, { 1: 'same' }, { 1: 'c' })
    const decided = await run(['first.csv', 'second.csv'], '--decided', files.inDoubt, '--replace')
    expect(decided.counts).toEqual(oneRow({ same: 1 }))
    expect(await readColumns(files.gone, 'former', 'entity_ids')).toEqual(['replaced | a'])
  })
})

describe('a decision', () => {
  const results = [`created;;a;${person}`, `possible_duplicate;may be;a;${person.replace('1;', '2;')}`]
  const rows = [person, person.replace('1;', '2;')]

  it('same is kept, and holds from then on', async () => {
    const { files } = await compare(results, rows)
    await decide(files.inDoubt, { 2: 'same' })
    const { status, counts } = await run([`${name}-results.csv`], '--decided', files.inDoubt, '--replace')
    expect({ status, counts }).toMatchObject({ status: 0, counts: { same: 2, inDoubt: 0 } })
    expect(await readColumns(files.customers, 'customer_no', 'entity_ids', 'decision')).toEqual([
      '1 | a | ',
      '2 | a | same',
    ])
    // The file of decisions keeps them, so the same command can be run again.
    expect(await readColumns(files.inDoubt, 'customer_no', 'decision')).toEqual(['2 | same'])
    expect(await run([`${name}-results.csv`], '--decided', files.inDoubt, '--replace')).toMatchObject({
      counts,
    })
    await writeExtract('later.csv', [rows[0] ?? '', '2;Brandt, Ilse;person;AT;1961-04-09;;'])
    const later = ['compare', files.customers, 'later.csv', '--key', 'customer_no', '--replace']
    expect((await command.run(later)).stdout).toContain('2 rows: 1 same, 1 changed, 0 new, 0 in doubt')
  })

  it('new sends the row to the import', async () => {
    const { files } = await compare(results, rows)
    await decide(files.inDoubt, { 2: 'new' })
    const { counts } = await run([`${name}-results.csv`], '--decided', files.inDoubt, '--replace')
    expect(counts).toMatchObject({ same: 1, new: 1, inDoubt: 0 })
    expect(await readColumns(files.import, 'customer_no')).toEqual(['2'])
    expect(await readColumns(files.customers, 'customer_no')).toEqual(['1'])
  })

  it('new is used up once the row was sent, so that no customer is created twice', async () => {
    const { files } = await compare(results, rows)
    await decide(files.inDoubt, { 2: 'new' })
    const oldFiles = [`${name}-results.csv`, `${name}-2-results.csv`]
    // The import has created the row, but nothing tells its entity apart from that of the first row.
    await writeResults(`${name}-2-results.csv`, [`created;;a b;${rows[1]}`])
    const { counts, stderr } = await run(oldFiles, '--decided', files.inDoubt, '--replace')
    expect(counts).toMatchObject({ same: 1, new: 0, inDoubt: 1 })
    expect(stderr).toContain('--decided: line 2 (2) is not used')
    expect(await readColumns(files.inDoubt, 'decision', 'same_as', 'place', 'entity_ids')).toEqual([
      ` | 1 | ${name}-2-results.csv, line 2 | a b`,
    ])
  })

  it.each([
    [
      'other data',
      '2;Brandt, Ilse;person;AT;1961-04-09;;',
      'about "2", which has other data in the new extract',
    ],
    [
      'another number',
      '02;Brandt, Ilse;person;DE;1961-04-09;;',
      'about "2", which is no number in the new extract',
    ],
  ])(
    'about %s is refused, as a spreadsheet may have changed the row, and nothing is written',
    async (_, row, sentence) => {
      const { files } = await compare(results, rows)
      await decide(files.inDoubt, { 2: 'same' })
      const before = await readFile(files.inDoubt, 'utf8')
      await writeExtract(`${name}.csv`, [rows[0] ?? '', row])
      const decided = run([`${name}-results.csv`], '--many-gone', '--decided', files.inDoubt, '--replace')
      await expect(decided).rejects.toThrow(sentence)
      expect(await readFile(files.inDoubt, 'utf8')).toBe(before)
    },
  )

  it.each([
    ['yes', undefined, 'has an unknown decision on line 2: "yes"; write same or new'],
    ['same', '', 'needs one id in the column entity_ids, not 0'],
    ['same', 'a b', 'needs one id in the column entity_ids, not 2'],
    ['same', 'see', 'about "2" with the id "see": entity_ids must have '],
  ])('%j with the ids %j is refused', async (decision, ids, sentence) => {
    const { files } = await compare(results, rows)
    await decide(files.inDoubt, { 2: decision }, ids === undefined ? {} : { 2: ids })
    const decided = run([`${name}-results.csv`], '--decided', files.inDoubt, '--replace')
    await expect(decided).rejects.toThrow(sentence)
  })

  it('is not overwritten', async () => {
    const { files } = await compare(results, rows)
    await decide(files.inDoubt, { 2: 'same' })
    await expect(run([`${name}-results.csv`], '--replace')).rejects.toThrow(
      `${files.inDoubt} has decisions: use them with --decided`,
    )
  })
})

it('a row that equals an earlier one than the last is in doubt, as the earlier files may be in the wrong order', async () => {
  const [before, after] = ['1;Nordwind GmbH;company;DE;;;', '1;Nordwind AG;company;DE;;;']
  await writeResults(`${name}-november.csv`, [`created;;a;${before}`])
  await writeResults(`${name}-december.csv`, [`created;;b;${after}`])
  await writeExtract(`${name}.csv`, [after])
  const [november, december] = [`${name}-november.csv`, `${name}-december.csv`]
  expect((await run([november, december])).counts).toMatchObject({ same: 1, inDoubt: 0 })
  const { counts, files } = await run([december, november], '--replace')
  expect(counts).toMatchObject({ same: 0, changed: 0, inDoubt: 1 })
  expect(await readColumns(files.inDoubt, 'reason', 'entity_ids')).toEqual([
    `${name}-december.csv, line 2 has this data, and a later row has not: are the earlier files in the order of the imports? | b a`,
  ])
})

it('reads what a renamed header, another encoding, a title and another delimiter change', async () => {
  await writeResults(`${name}-results.csv`, [`created;;a;${person.replace('Ilse', 'Änne')}`])
  const text =
    'Customers\nKundennr,Full name,Kind,Land,Geburtsdatum,Reg no\n1,"Brandt, \xc4nne",person,DE,1961-04-09,\n'
  await writeFile(`${name}.csv`, Buffer.from(text, 'latin1'))
  const flags = [
    '--key',
    'Kundennr',
    '--key-old',
    'customer_no',
    '--encoding',
    'latin1',
    '--header-line',
    '2',
  ]
  const line = ['compare', `${name}-results.csv`, `${name}.csv`, ...flags]
  expect((await command.run(line)).stdout).toContain('1 row: 1 same, 0 changed')
  expect(await readColumns(`${name}-customers.csv`, 'Kundennr', 'Full name')).toEqual(['1 | Brandt, Änne'])
})
