import { readFile, writeFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { beforeEach, describe, expect, it } from 'vitest'
import { spellNumber } from '../../portfolio/portfolio-rows.ts'
import { prepareCommand } from '../call-command.ts'
import { decide, header, readCells, readColumns, writeExtract, writeResults } from './customer-files.ts'

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

const oneRow = (counts: object) => ({
  rows: 1,
  same: 0,
  changed: 0,
  new: 0,
  inDoubt: 0,
  unreadable: 0,
  gone: 0,
  ...counts,
})

const person = '1;Brandt, Ilse;person;DE;1961-04-09;;Street 1'
const company = '1;Nordwind GmbH;company;DE;;HRB 1;Street 1'

describe('a row that was refused', () => {
  it.each([
    ['refused;entity exists already;', person],
    ['possible_duplicate;may be in the team already;b', person],
  ])('is new once it has other data: %s', async (result, earlier) => {
    const corrected = earlier.replace('Ilse', 'Else')
    const { counts, files } = await compare([`${result};${earlier}`], [corrected])
    expect(counts).toEqual(oneRow({ new: 1 }))
    expect(await readColumns(files.import, 'customer_no')).toEqual(['1'])
  })

  it('but may have been created before stays in doubt with other data', async () => {
    const results = [`in_doubt;no response;;${person}`]
    expect((await compare(results, [person.replace('Ilse', 'Else')])).counts).toEqual(oneRow({ inDoubt: 1 }))
  })

  it('for the entity that was created from the same data is the same', async () => {
    const again = `${name}-again.csv`
    await writeResults(again, [`possible_duplicate;may be in the team already;a;${person}`])
    await writeResults(`${name}-results.csv`, [`created;;a;${person}`])
    await writeExtract(`${name}.csv`, [person])
    const { counts } = await run([`${name}-results.csv`, again])
    expect(counts).toEqual(oneRow({ same: 1 }))
    await writeResults(again, [`possible_duplicate;may be in the team already;b;${person}`])
    const { counts: other } = await run([`${name}-results.csv`, again], '--replace')
    expect(other).toEqual(oneRow({ inDoubt: 1 }))
  })
})

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
    const result = `created;without birth date: may be day or month first;a;${row}`
    expect((await compare([result], [row])).counts).toEqual(oneRow({ same: 1 }))
    const { counts } = await compare([result], [row.replace('09/04', '10/04')], '--replace')
    expect(counts).toEqual(oneRow({ unreadable: 1 }))
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
    const isCreated = results.some(result => result.startsWith('created'))
    expect(await readColumns(files.customers, 'outcome', 'reason', 'entity_ids')).toEqual([
      `${isCreated ? 'created_in_doubt' : 'in_doubt'} | ${doubt} | ${ids}`,
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

  it('as a renamed company, and same warns that its entity has the earlier name', async () => {
    const renamed = company.replace('Nordwind', 'Südwind')
    const results = [`${name}-results.csv`, `${name}-2-results.csv`]
    await writeResults(`${name}-2-results.csv`, [`refused;organization already exists;;${renamed}`])
    await writeResults(`${name}-results.csv`, [`created;;a;${company}`])
    await writeExtract(`${name}.csv`, [renamed])
    const { counts, files, stderr } = await run(results)
    expect(counts).toEqual(oneRow({ inDoubt: 1 }))
    expect(stderr).not.toContain('is screened as')
    expect(await readColumns(files.inDoubt, 'same_as', 'same_as_name', 'entity_ids')).toEqual([
      ' | Nordwind GmbH | a',
    ])
    await decide(files.inDoubt, { 1: 'same' })
    const decided = await run(results, '--decided', files.inDoubt, '--replace')
    expect(decided).toMatchObject({ status: 0, counts: oneRow({ same: 1 }) })
    expect(decided.stderr).toContain(
      `warning: ${name}.csv: line 2 (1): its entity a is screened as "Nordwind GmbH", not as "Südwind GmbH"`,
    )
  })

  it.each([
    ['birth date', person, person.replace('04-09', '04-19'), '"1961-04-09", not with "1961-04-19"'],
    ['country', person, person.replace(';DE;', ';AT;'), '"DE", not with "AT"'],
    ['registration', company, company.replace('HRB 1', 'HRB 2'), '"HRB 1", not with "HRB 2"'],
    ['registration', company, company.replace('HRB 1', ''), '"HRB 1", not with none'],
  ])(
    'with another %s, and same warns that its entity has the earlier one',
    async (field, before, after, values) => {
      const results = [`${name}-results.csv`, `${name}-2-results.csv`]
      await writeResults(`${name}-2-results.csv`, [`possible_duplicate;may be;a;${after}`])
      await writeResults(`${name}-results.csv`, [`created;;a;${before}`])
      await writeExtract(`${name}.csv`, [after])
      const { files } = await run(results)
      await decide(files.inDoubt, { 1: 'same' })
      const { counts, stderr } = await run(results, '--decided', files.inDoubt, '--replace')
      expect(counts).toEqual(oneRow({ same: 1 }))
      expect(stderr).toBe(
        `warning: ${name}.csv: line 2 (1): its entity a is screened with the ${field} ${values}\n`,
      )
    },
  )

  it('in many rows, and same warns about the first twenty', async () => {
    const numbers = Array.from({ length: 25 }, (_, index) => `${index}`)
    const rows = numbers.map((number, index) =>
      person.replace('1;', `${number};`).replace('Ilse', `Ilse-${spellNumber(index)}`),
    )
    const before = rows.map((row, index) => `created;;id${index};${row.replace('04-09', '04-19')}`)
    const held = rows.map((row, index) => `possible_duplicate;may be;id${index};${row}`)
    const results = [`${name}-results.csv`, `${name}-2-results.csv`]
    await writeResults(`${name}-results.csv`, before)
    await writeResults(`${name}-2-results.csv`, held)
    await writeExtract(`${name}.csv`, rows)
    const { files } = await run(results)
    await decide(files.inDoubt, Object.fromEntries(numbers.map(number => [number, 'same'])))
    const { stderr } = await run(results, '--decided', files.inDoubt, '--replace')
    expect(stderr.match(/ is screened with the birth date /g)).toHaveLength(20)
    expect(stderr).toContain('\nand 5 more\n')
  })

  it('but same does not warn if only the spelling of the name is another', async () => {
    const results = [`${name}-results.csv`, `${name}-2-results.csv`]
    const spelled = person.replace('Brandt, Ilse', 'BRANDT, Ilsé')
    await writeResults(`${name}-2-results.csv`, [`possible_duplicate;may be;a;${spelled}`])
    await writeResults(`${name}-results.csv`, [`created;;a;${person}`])
    await writeExtract(`${name}.csv`, [spelled])
    const { files } = await run(results)
    await decide(files.inDoubt, { 1: 'same' })
    const { counts, stderr } = await run(results, '--decided', files.inDoubt, '--replace')
    expect(counts).toEqual(oneRow({ same: 1 }))
    expect(stderr).not.toContain('is screened as')
  })

  it('as a company that was refused beside one of its name, which is not in doubt', async () => {
    const rows = [company, company.replace('1;', '2;').replace('HRB 1', 'HRB 2')]
    const { counts, files } = await compare([`created;;a;${rows[0]}`, `refused;exists;a;${rows[1]}`], rows)
    expect(counts).toMatchObject({ rows: 2, same: 1, inDoubt: 1 })
    expect(await readColumns(files.inDoubt, 'customer_no', 'same_as', 'same_as_name')).toEqual([
      '2 | 1 | Nordwind GmbH',
    ])
  })

  describe('if it repeats an entity of the team that another number may have, with other data', () => {
    const numbered = '10;Delta Foods AG;company;DE;;HRB 4725;'
    const corrected = '10;Delta Foods AG;company;DE;;HRB 4752;'
    const plain = '30;Delta Foods AG;company;DE;;;'

    it('because its registration number was corrected', async () => {
      await writeResults('first.csv', [`created;;a;${numbered}`])
      await writeResults('second.csv', [`refused;exists;a;${corrected}`, `duplicate;is there;a;${plain}`])
      await writeExtract(`${name}.csv`, [corrected, plain])
      const { counts, files } = await run(['first.csv', 'second.csv'])
      expect(counts).toMatchObject({ same: 0, inDoubt: 2 })
      // A later file that knows only the doubt does not settle it.
      await writeResults('third.csv', [`duplicate;is there;a;${plain.replace('30', '31')}`])
      await writeExtract(`${name}-later.csv`, [corrected, plain, plain.replace('30', '31')])
      const later = [files.customers, 'third.csv', `${name}-later.csv`, '--key', 'customer_no']
      expect((await command.run(['compare', ...later])).stdout).toContain('0 same, 0 changed, 0 new, 3 in')
    })

    it('but not the number that has created the entity, even if the other was decided as new', async () => {
      const results = [`created;;a;${numbered}`, `duplicate;is there;a;${plain}`]
      const { counts, files } = await compare(results, [numbered, plain])
      expect(counts).toMatchObject({ same: 1, inDoubt: 1 })
      await decide(files.inDoubt, { 30: 'new' })
      await run([`${name}-results.csv`], '--decided', files.inDoubt, '--replace')
      expect(await readColumns(files.create, 'customer_no')).toEqual(['30'])
      await writeResults(`${name}-2-results.csv`, [`duplicate;is there;a;${plain}`])
      const oldFiles = [`${name}-results.csv`, `${name}-2-results.csv`]
      expect((await run(oldFiles, '--replace', '--decided', files.inDoubt)).counts).toMatchObject({
        same: 1,
        inDoubt: 1,
      })
    })

    it('if the other number was decided as the same', async () => {
      const { files } = await compare([`refused;exists;a;${corrected}`], [corrected])
      await decide(files.inDoubt, { 10: 'same' })
      await run([`${name}-results.csv`], '--decided', files.inDoubt, '--replace')
      await writeResults('january-results.csv', [`duplicate;is there;a;${plain}`])
      await writeExtract('january.csv', [corrected, plain])
      const january = [files.customers, 'january-results.csv', 'january.csv', '--key', 'customer_no']
      expect((await command.run(['compare', ...january, '--replace'])).stdout).toContain(
        '1 same, 0 changed, 0 new, 1 in doubt',
      )
    })

    it('if it was in doubt itself, whoever has the entity', async () => {
      await writeResults('first.csv', [`possible_duplicate;may be;a;${person}`])
      await writeResults('second.csv', [`duplicate;is there;a;${person}`])
      await writeExtract(`${name}.csv`, [person])
      const { counts, files } = await run(['first.csv', 'second.csv'])
      expect(counts).toEqual(oneRow({ inDoubt: 1 }))
      expect(await readColumns(files.inDoubt, 'reason', 'place', 'entity_ids')).toEqual([
        'duplicate: is there | second.csv, line 2 | a',
      ])
    })
  })

  it('if its number is new, and its data are those of a number that is gone', { tags: 'long' }, async () => {
    const results = [`created;;a;${person.replace('1;', '0042;')}`, `created;;b;${company}`]
    const { counts, files } = await compare(results, [person.replace('1;', '42;'), company])
    expect(counts).toMatchObject({ same: 1, new: 0, inDoubt: 1, gone: 1 })
    expect(await readColumns(files.inDoubt, 'customer_no', 'same_as', 'reason', 'entity_ids')).toEqual([
      '42 | 0042 | 0042 with the same data is gone: has the number changed? | a',
    ])
    expect(await readColumns(files.gone, 'customer_no', 'same_as')).toEqual(['0042 | 42'])
    await decide(files.inDoubt, { 42: 'same' })
    const decided = await run([`${name}-results.csv`], '--decided', files.inDoubt, '--replace')
    expect(decided.counts).toMatchObject({ same: 2, inDoubt: 0 })
    await decide(files.inDoubt, { 42: 'new' })
    await run([`${name}-results.csv`], '--decided', files.inDoubt, '--replace')
    expect(await readColumns(files.create, 'customer_no')).toEqual(['42'])
    // The decision is used up once the row was sent.
    await writeResults(`${name}-2-results.csv`, [`created;;c;${person.replace('1;', '42;')}`])
    const oldFiles = [`${name}-results.csv`, `${name}-2-results.csv`]
    expect((await run(oldFiles, '--decided', files.inDoubt, '--replace')).counts).toMatchObject({
      same: 2,
      new: 0,
    })
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

  it('new sends the row to an import of its own', async () => {
    const { files } = await compare(results, rows)
    await decide(files.inDoubt, { 2: 'new' })
    const { counts } = await run([`${name}-results.csv`], '--decided', files.inDoubt, '--replace')
    expect(counts).toMatchObject({ same: 1, new: 1, inDoubt: 0 })
    expect(await readColumns(files.create, 'customer_no')).toEqual(['2'])
    expect(await readColumns(files.import, 'customer_no')).toEqual([])
    expect(await readColumns(files.customers, 'customer_no')).toEqual(['1'])
  })

  it('new is used up once the row was sent, so that no customer is created twice', {
    tags: 'long',
  }, async () => {
    const { files } = await compare(results, rows)
    await decide(files.inDoubt, { 2: 'new' })
    const oldFiles = [`${name}-results.csv`, `${name}-2-results.csv`]
    // The import has created the row, but nothing tells its entity apart from that of the first row.
    await writeResults(`${name}-2-results.csv`, [`created;;a b;${rows[1]}`])
    const { counts, stderr } = await run(oldFiles, '--decided', files.inDoubt, '--replace')
    expect(counts).toMatchObject({ same: 1, new: 0, inDoubt: 1 })
    expect(stderr).toContain(
      '--decided: line 2 (2) is not used: an import since has left the row in doubt again',
    )
    // The entity of the first row is certain, so it is not that which was created from this row.
    expect(await readColumns(files.inDoubt, 'decision', 'same_as', 'place', 'entity_ids')).toEqual([
      ` |  | ${name}-2-results.csv, line 2 | b`,
    ])
    // Another new decision would create the customer once more, also if only the customers are compared.
    await decide(files.inDoubt, { 2: 'new' })
    await expect(run(oldFiles, '--decided', files.inDoubt, '--replace')).rejects.toThrow(
      `about "2", but ${name}-2-results.csv, line 2 has created it already: write same`,
    )
    await writeExtract(`${name}-later.csv`, rows)
    const later = ['compare', files.customers, `${name}-later.csv`, '--key', 'customer_no']
    await command.run(later)
    await decide(`${name}-later-in-doubt.csv`, { 2: 'new' })
    const again = await command.run([...later, '--decided', `${name}-later-in-doubt.csv`, '--replace'])
    expect(again.stderr).toContain(`${name}-customers.csv, line 3 has created it already`)
    await decide(`${name}-later-in-doubt.csv`, { 2: 'same' })
    const same = await command.run([...later, '--decided', `${name}-later-in-doubt.csv`, '--replace'])
    expect(same.stdout).toContain('2 rows: 2 same')
  })

  it.each([
    ['refused', 'exists already', 'the service has refused the row again. Write same only if it is'],
    ['possible_duplicate', 'may be', 'its import needs --on-possible-duplicate create'],
  ])('new about a row that is %s again says what to do instead', async (outcome, reason, advice) => {
    const renamed = company.replace('Nordwind', 'Südwind')
    await writeResults(`${name}-2-results.csv`, [`${outcome};${reason};;${renamed}`])
    await writeResults(`${name}-3-results.csv`, [`${outcome};${reason};;${renamed}`])
    await writeResults(`${name}-results.csv`, [`created;;a;${company}`])
    await writeExtract(`${name}.csv`, [renamed])
    const files = [`${name}-results.csv`, `${name}-2-results.csv`]
    const { files: written } = await run(files)
    await decide(written.inDoubt, { 1: 'new' })
    const flags = ['--decided', written.inDoubt, '--replace']
    expect((await run(files, ...flags)).counts).toEqual(oneRow({ new: 1 }))
    const { counts, stderr } = await run([...files, `${name}-3-results.csv`], ...flags)
    expect(counts).toEqual(oneRow({ inDoubt: 1 }))
    expect(stderr).toContain(`warning: --decided: line 2 (1) is not used: ${advice}`)
  })

  it.each(['same', 'new'])('%s is refused if the file that left the doubt is missing', async decision => {
    await writeResults(`${name}-november.csv`, [
      `created;;a;${person}`,
      `created;;b;${company.replace('1;', '3;')}`,
    ])
    await writeResults(`${name}-december.csv`, [
      `possible_duplicate;may be;a;${person.replace('1;', '2;')}`,
      `refused;exists;b;${company.replace('1;', '3;').replace('HRB 1', 'HRB 2')}`,
    ])
    await writeExtract(`${name}.csv`, [person, person.replace('1;', '2;'), company.replace('1;', '3;')])
    const { files } = await run([`${name}-november.csv`, `${name}-december.csv`])
    const before = await readFile(files.import, 'utf8')
    for (const [number, line] of [
      ['2', 2],
      ['3', 3],
    ] as const) {
      await decide(files.inDoubt, { [number]: decision })
      await expect(run([`${name}-november.csv`], '--decided', files.inDoubt, '--replace')).rejects.toThrow(
        `the decision "${decision}" on line ${line} about "${number}", whose place, "${name}-december.csv, line ${line}", is not in the earlier files`,
      )
      expect(await readFile(files.import, 'utf8')).toBe(before)
    }
  })

  it.each([
    ['same', 'b'],
    ['new', 'a'],
  ])('%s is refused if nothing is in doubt any more', async (decision, id) => {
    const shared = ['1;A;company;DE;;HRB 1;', '2;A;company;DE;;HRB 2;']
    await writeResults(`${name}-first.csv`, [`created;;a;${shared[0]}`])
    await writeResults(`${name}-second.csv`, [`created;;a;${shared[1]}`])
    await writeExtract(`${name}.csv`, shared)
    const { files } = await run([`${name}-first.csv`, `${name}-second.csv`])
    await decide(files.inDoubt, { 1: decision }, { 1: id })
    await expect(run([`${name}-first.csv`], '--decided', files.inDoubt, '--replace')).rejects.toThrow(
      `about "1", which is not in doubt: ${name}-first.csv, line 2 has its entity, a`,
    )
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

  it.each([
    ['same', 'same_as'],
    ['New', 'same_as'],
    ['same', 'decisions'],
    ['SAME', 'reason'],
  ])('%s in the column %s is refused, and not overwritten', async (word, column) => {
    const { files } = await compare(results, rows)
    const [row = {}] = await readCells(files.inDoubt)
    await writeFile(files.inDoubt, Papa.unparse([{ ...row, [column]: word }]))
    const before = await readFile(files.inDoubt, 'utf8')
    for (const flags of [['--replace'], ['--replace', '--decided', files.inDoubt]])
      await expect(run([`${name}-results.csv`], ...flags)).rejects.toThrow(
        `${files.inDoubt}: line 2 (2) has "${word}" in the column ${column}: write it into the column decision`,
      )
    expect(await readFile(files.inDoubt, 'utf8')).toBe(before)
  })

  it('is not looked for in a column of the file that the new extract has lost', async () => {
    const columns = `${header};status`
    const withStatus = (row: string) => `${row};new`
    await writeResults(`${name}-results.csv`, results.map(withStatus), columns)
    await writeExtract(`${name}.csv`, rows.map(withStatus), columns)
    const { files } = await run([`${name}-results.csv`])
    await writeExtract(`${name}.csv`, rows)
    const { counts } = await run([`${name}-results.csv`], '--decided', files.inDoubt, '--replace')
    expect(counts).toMatchObject({ inDoubt: 1 })
  })

  it('is not overwritten', async () => {
    const { files } = await compare(results, rows)
    await decide(files.inDoubt, { 2: 'same' })
    await expect(run([`${name}-results.csv`], '--replace')).rejects.toThrow(
      `${files.inDoubt} has decisions: use them with --decided`,
    )
  })
})

it('each entity that nobody has any more is among those that are gone', async () => {
  const [first, second] = ['1;Öz, Cleo;person;FR;;;', '2;Öz, Cleo;person;FR;1961-04-09;;']
  const moved = second.replace('FR', 'DE')
  await writeResults(`${name}-first.csv`, [`created;;a b;${first}`, `created;;b a;${second}`])
  await writeResults(`${name}-second.csv`, [`created;;c;${moved}`])
  await writeExtract(`${name}.csv`, [first, moved])
  const oldFiles = [`${name}-first.csv`, `${name}-second.csv`]
  const { files } = await run(oldFiles)
  await decide(files.inDoubt, { 1: 'same' }, { 1: 'a' })
  expect((await run(oldFiles, '--decided', files.inDoubt, '--replace')).counts).toMatchObject({ same: 2 })
  expect(await readColumns(files.gone, 'former', 'customer_no', 'entity_ids', 'same_as')).toEqual([
    'not chosen | 2 | b | ',
  ])
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

describe('a row that cannot be read for certain', () => {
  it.each([
    [
      'a birth date',
      person,
      person.replace('1961-04-09', '04/09/1961'),
      'birth date must be a date in a certain',
    ],
    [
      'a number',
      company,
      company.replace('HRB 1', '2.87E+06'),
      'registration looks damaged by a spreadsheet',
    ],
    ['the country', company, company.replace(';DE;', ';Korea;'), 'country "Korea" could be KP or KR'],
  ])('is no change, and is listed with its reason: %s', async (_, earlier, row, reason) => {
    const { status, counts, files, stderr } = await compare([`created;;a;${earlier}`], [row])
    expect({ status, counts }).toEqual({ status: 3, counts: oneRow({ unreadable: 1 }) })
    expect(stderr).toContain(`warning: ${name}.csv: line 2 (1) cannot be read: ${reason}`)
    expect(await readColumns(files.import, 'customer_no')).toEqual([])
    expect(await readColumns(files.gone, 'former')).toEqual([])
    const [customer = ''] = await readColumns(files.customers, 'outcome', 'entity_ids', 'reason')
    expect(customer).toContain(`unreadable | a | ${reason}`)
    // It stays so in later comparisons, until it is corrected.
    const later = ['compare', files.customers, 'later.csv', '--key', 'customer_no', '--replace']
    await writeExtract('later.csv', [row])
    expect((await command.run(later)).stdout).toContain(
      '1 row: 0 same, 0 changed, 0 new, 0 in doubt, 1 unreadable; 0 gone',
    )
    await writeExtract('later.csv', [earlier])
    expect((await command.run(later)).stdout).toContain('1 row: 0 same, 1 changed, 0 new')
    await writeExtract(`${name}.csv`, [earlier])
    const corrected = await run([`${name}-results.csv`], '--replace')
    expect(corrected).toMatchObject({ status: 0, counts: oneRow({ same: 1 }) })
  })

  it('is a change once a flag makes it readable, although its text is the same', async () => {
    const row = person.replace('1961-04-09', '04/09/1961')
    const { files } = await compare([`created;;a;${person}`], [row])
    await writeExtract('later.csv', [row])
    const later = ['compare', files.customers, 'later.csv', '--key', 'customer_no', '--replace']
    const { status, stdout } = await command.run([...later, '--dates', 'mdy'])
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('0 same, 1 changed'),
    })
    expect(await readColumns('later-import.csv', 'customer_no')).toEqual(['1'])
  })

  it('is a change if what can be read has changed', async () => {
    const row = person.replace('1961-04-09', '04/09/1961').replace('Ilse', 'Else')
    const { counts, files, stderr } = await compare([`created;;a;${person}`], [row])
    expect(counts).toEqual(oneRow({ changed: 1 }))
    expect(stderr).toContain('line 2 (1) cannot be read: birth date')
    expect(await readColumns(files.import, 'customer_no')).toEqual(['1'])
  })

  it('is listed among many', async () => {
    const rows = Array.from({ length: 25 }, (_, row) => person.replace('1;', `${row};`))
    const { counts, stderr } = await compare(
      rows.map((row, index) => `created;;id${index};${row}`),
      rows.map(row => row.replace('1961-04-09', '04/09/1961')),
    )
    expect(counts).toMatchObject({ unreadable: 25 })
    expect(stderr.match(/ cannot be read: /g)).toHaveLength(20)
    expect(stderr).toContain('\nand 5 more\nCorrect these rows in the system that exports the file')
  })
})

it('a person is the same in one column for the name and in two', async () => {
  const columns = 'customer_no;first name;last name;name;type;country;birth date;registration'
  const rows = ['1;Ilse;Brandt;;person;DE;1961-04-09;', '2;;;Nordwind GmbH;company;DE;;HRB 1']
  const earlier = [person, company.replace('1;', '2;')].map((row, index) => `created;;id${index};${row}`)
  await writeResults(`${name}-results.csv`, earlier)
  await writeExtract(`${name}.csv`, rows, columns)
  const compared = await run([`${name}-results.csv`])
  expect(compared).toMatchObject({ status: 0, counts: { rows: 2, same: 2 } })
  await writeExtract(`${name}-later.csv`, [person, company.replace('1;', '2;')])
  const back = ['compare', compared.files.customers, `${name}-later.csv`, '--key', 'customer_no']
  expect((await command.run(back)).stdout).toContain('2 rows: 2 same')
})

it('a person whose full name is another is changed, although first and last name are the same', async () => {
  const columns = 'customer_no;name;first name;last name;type;country;birth date'
  const row = '1;Ilse Maria Brandt;Ilse;Brandt;person;DE;1961-04-09'
  await writeResults(`${name}-results.csv`, [`created;;a;${row}`], columns)
  await writeExtract(`${name}.csv`, [row.replace('Maria', 'Sophie')], columns)
  const { status, counts, files } = await run([`${name}-results.csv`])
  expect({ status, counts }).toEqual({ status: 0, counts: oneRow({ changed: 1 }) })
  expect(await readColumns(files.import, 'name')).toEqual(['Ilse Sophie Brandt'])
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

it('a new number that differs from one that is gone only in leading zeros is named', async () => {
  const results = [
    'created;;a;0777;Doe, Kim;person;GB;1970-01-01;;',
    'created;;b;1778;Marsh, Ada;person;GB;1980-02-02;;',
  ]
  const rows = ['777;Doe, Kim;person;GB;1970-01-02;;', '1778;Marsh, Ada;person;GB;1980-02-02;;']
  const { counts, stderr } = await compare(results, rows)
  expect(counts).toMatchObject({ same: 1, new: 1, gone: 1 })
  expect(stderr).toContain(
    'line 2 (777) is new, and 0777 is gone: has a spreadsheet removed leading zeros?\n',
  )
})
