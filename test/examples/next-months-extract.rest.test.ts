import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundle } from '../bundle.ts'
import { prepareCommand } from '../cli/call-command.ts'
import { startService } from '../cli/services.ts'

const command = prepareCommand()

beforeAll(() => bundle('examples/39-compare-extracts.ts', join(command.folder, 'compare.mjs')))

const header = 'customer_no;name;type;country;birth date;address'

async function writeExtract(file: string, rows: readonly string[]): Promise<void> {
  await writeFile(join(command.folder, file), [header, ...rows, ''].join('\n'))
}

/** Runs the example. Returns the lines that it prints. */
async function compare(...words: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['compare.mjs', ...words], {
    cwd: command.folder,
  })
  return stdout.trimEnd().split('\n')
}

async function readCells(file: string): Promise<string[][]> {
  const text = await readFile(join(command.folder, file), 'utf8')
  return Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data
}

const numbersIn = async (file: string) => (await readCells(file)).slice(1).map(([number]) => number)

const november = [
  '1001;Brandt, Ilse;person;DE;1961-04-09;Street 1',
  '1002;Doe, Kim;person;GB;1970-01-01;Street 2',
  '1003;Marsh, Ada;person;GB;1980-02-02;Street 3',
  '1004;Hall, Bo;person;GB;1981-03-03;Street 4',
  '1005;Krog, Dag;person;SE;09/04/1961;Street 5',
  '1006;Halfmoon Minerals Oy;company;FI;;Street 6',
  '1007;Nowak, Lea;person;PL;1990-05-05;"Street 7\nFloor 2"',
]
const december = [
  '1001;Brandt, Ilse;person;DE;1961-04-09;Street 1',
  '1002;Doe, Kim;person;GB;1970-01-01;Road 2',
  '1003;Marsh-Hall, Ada;person;GB;1980-02-02;Street 3',
  '1004;Hall, Bo;person;GB;1981-03-30;Street 4',
  '1005;Krog, Dag;person;SE;1961-04-09;Street 5',
  '1007;Nowak, Lea;person;PL;1990-05-05;"Street 7\nFloor 2"',
  '2001;Brandt, Ilse;person;DE;1999-09-09;Street 8',
  '2002;Quiet Harbour Ltd;company;GB;;Street 9',
]

describe("the recipe for next month's extract", () => {
  it('imports what is new and changed, and names what is gone', async () => {
    const { server, environment } = await startService()
    const importFile = async (file: string, results: string, ...flags: string[]) => {
      const journal = results.replace('-results.csv', '.journal')
      const line = ['import', file, '--results', results, '--journal', journal, '--json', ...flags]
      const { stdout } = await command.run(line, environment)
      server.clock.settle()
      return JSON.parse(stdout)
    }
    await writeExtract('november.csv', november)
    await writeExtract('december.csv', december)
    expect(await importFile('november.csv', 'november-results.csv')).toMatchObject({ created: 6, invalid: 1 })

    const results = ['november-results.csv']
    expect(await compare('december.csv', 'customer_no', ...results)).toEqual([
      '3 new and 3 changed: december-new.csv',
      '1 gone, 0 replaced: december-gone.csv',
      '5 with an entity: december-customers.csv',
    ])
    expect((await readCells('december-new.csv')).map(cells => [cells[0], cells.at(-1)])).toEqual([
      ['customer_no', 'changes'],
      ['1005', ''],
      ['2001', ''],
      ['2002', ''],
      ['1002', 'address'],
      ['1003', 'name'],
      ['1004', 'birth date'],
    ])
    expect(await numbersIn('december-gone.csv')).toEqual(['1006'])

    const first = await importFile('december-new.csv', 'december-results.csv')
    expect(first).toMatchObject({ created: 3, possibleDuplicates: 3, isNewJournal: true })
    results.push('december-results.csv')
    expect(await compare('december.csv', 'customer_no', ...results)).toEqual([
      '1 new and 1 changed: december-new.csv',
      '1 gone, 1 replaced: december-gone.csv',
      '7 with an entity: december-customers.csv',
    ])
    // A namesake, and a corrected birth date. The address is settled.
    expect(await numbersIn('december-new.csv')).toEqual(['2001', '1004'])

    const flags = ['--on-possible-duplicate', 'create']
    const second = await importFile('december-new.csv', 'december-2-results.csv', ...flags)
    expect(second).toMatchObject({ created: 2, remaining: 0 })
    results.push('december-2-results.csv')
    expect(await compare('december.csv', 'customer_no', ...results)).toEqual([
      '0 new and 0 changed: december-new.csv',
      '1 gone, 2 replaced: december-gone.csv',
      '8 with an entity: december-customers.csv',
    ])
    expect((await readCells('december-gone.csv')).map(([number, name]) => `${number} ${name}`)).toEqual([
      'customer_no name',
      '1006 Halfmoon Minerals Oy',
      '1003 Marsh, Ada',
      '1004 Hall, Bo',
    ])
    const ids = (await readCells('december-customers.csv')).slice(1).map(cells => cells.at(-1))
    expect(new Set(ids).size).toBe(8)

    await writeExtract('january.csv', december.slice(1))
    expect(await compare('january.csv', 'customer_no', 'december-customers.csv')).toEqual([
      '0 new and 0 changed: january-new.csv',
      '1 gone, 0 replaced: january-gone.csv',
      '7 with an entity: january-customers.csv',
    ])
  })

  it.each([
    [
      'a number twice',
      ['1001;A;company;DE;;', '1001;B;company;DE;;'],
      'customer_no',
      'a customer_no of its own',
    ],
    ['no number', [';A;company;DE;;'], 'customer_no', 'each row must have a customer_no of its own'],
    ['a broken quote', ['1001;"A"x;company;DE;;'], 'customer_no', 'wrong.csv, row '],
    ['no such column', ['1001;A;company;DE;;'], 'number', 'wrong.csv has no column "number"'],
  ])('is refused with %s', async (_, rows, key, sentence) => {
    await writeExtract('wrong.csv', rows)
    await expect(compare('wrong.csv', key)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(sentence),
    })
  })

  it.each([
    [
      'a renamed column',
      header.replace('address', 'street'),
      '1001;A;company;DE;;',
      'do not both have the column "address"',
    ],
    [
      'a creation that is not listed yet',
      `${header};outcome;entity_ids`,
      '1001;A;company;DE;;;created;',
      '1001 has no entity id yet',
    ],
  ])('is refused with %s in the earlier file', async (_, columns, row, sentence) => {
    await writeExtract('later.csv', ['1001;A;company;DE;;'])
    await writeFile(join(command.folder, 'earlier.csv'), `${columns}\n${row}\n`)
    await expect(compare('later.csv', 'customer_no', 'earlier.csv')).rejects.toMatchObject({
      stderr: expect.stringContaining(sentence),
    })
  })
})
