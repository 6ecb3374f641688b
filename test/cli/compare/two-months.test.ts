import { expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { startService } from '../services.ts'
import { decide, readColumns, writeExtract } from './customer-files.ts'

const command = prepareCommand()

const november = [
  '1001;Brandt, Ilse;person;DE;1961-04-09;;Street 1',
  '1002;Doe, Kim;person;GB;1970-01-01;;Street 2',
  '1003;Marsh, Ada;person;GB;1980-02-02;;Street 3',
  '1004;Hall, Bo;person;GB;1981-03-03;;Street 4',
  '1005;Krog, Dag;person;SE;09/04/1961;;Street 5',
  '1006;Halfmoon Minerals Oy;company;FI;;;Street 6',
  '1007;Nowak, Lea;person;PL;1990-05-05;;"Street 7\nFloor 2"',
  '1008;Nordwind GmbH;company;DE;;HRB 1;Street 8',
]
const december = [
  '1001;Brandt, Ilse;person;DE;1961-04-09;;Street 1',
  '1002;Doe, Kim;person;GB;1970-01-01;;Road 2',
  '1003;Marsh-Hall, Ada;person;GB;1980-02-02;;Street 3',
  '1004;Hall, Bo;person;GB;1981-03-30;;Street 4',
  '1005;Krog, Dag;person;SE;1961-04-09;;Street 5',
  '1007;Nowak, Lea;person;PL;1990-05-05;;"Street 7\nFloor 2"',
  '1008;Nordwind GmbH;company;DE;;HRB 1;Street 8',
  '2001;Brandt, Ilse;person;DE;1999-09-09;;Street 8',
  '2002;Quiet Harbour Ltd;company;GB;;;Street 9',
  '2003;Nordwind GmbH;company;DE;;HRB 2;Street 10',
]

it('each customer number has its own entity after two months, or is in doubt', { tags: 'long' }, async () => {
  const { server, environment } = await startService()
  const importFile = async (file: string, results: string, ...flags: string[]) => {
    const journal = results.replace('-results.csv', '.journal')
    const line = ['import', file, '--results', results, '--journal', journal, '--json', ...flags]
    const { stdout } = await command.run(line, environment)
    server.clock.settle()
    return JSON.parse(stdout)
  }
  const compare = async (...words: string[]) => {
    const { status, stdout, stderr } = await command.run(['compare', ...words, '--key', 'customer_no'])
    return { status, counts: stdout.split('\n')[0], stderr }
  }
  await writeExtract('november.csv', november)
  await writeExtract('december.csv', december)
  expect(await importFile('november.csv', 'november-results.csv')).toMatchObject({ created: 7, invalid: 1 })

  // Another address is no change, and an invalid row is new.
  const results = ['november-results.csv']
  expect(await compare(...results, 'december.csv')).toEqual({
    status: 0,
    counts: '10 rows: 4 same, 2 changed, 4 new, 0 in doubt; 1 gone',
    stderr: '',
  })
  expect(await readColumns('december-import.csv', 'customer_no')).toEqual([
    '1003',
    '1004',
    '1005',
    '2001',
    '2002',
    '2003',
  ])
  expect(await readColumns('december-gone.csv', 'former', 'customer_no', 'name')).toEqual([
    'changed | 1003 | Marsh, Ada',
    'changed | 1004 | Hall, Bo',
    'gone | 1006 | Halfmoon Minerals Oy',
  ])

  const first = await importFile('december-import.csv', 'december-results.csv')
  expect(first).toMatchObject({ created: 3, possibleDuplicates: 2, refused: 1, isNewJournal: true })
  results.push('december-results.csv')
  expect(await compare(...results, 'december.csv', '--replace')).toEqual({
    status: 3,
    counts: '10 rows: 7 same, 0 changed, 0 new, 3 in doubt; 1 gone',
    stderr: expect.stringContaining('add --decided december-in-doubt.csv --replace'),
  })
  expect(await readColumns('december-in-doubt.csv', 'decision', 'customer_no', 'same_as')).toEqual([
    ' | 1004 | ',
    ' | 2001 | ',
    ' | 2003 | 1008',
  ])

  // Two persons are new. The company stays in doubt, and is not sent.
  await decide('december-in-doubt.csv', { 1004: 'new', 2001: 'new' })
  const decided = ['--decided', 'december-in-doubt.csv', '--replace']
  expect(await compare(...results, 'december.csv', ...decided)).toMatchObject({
    counts: '10 rows: 7 same, 0 changed, 2 new, 1 in doubt; 1 gone',
  })
  expect(await readColumns('december-create.csv', 'customer_no')).toEqual(['1004', '2001'])
  const flags = ['--on-possible-duplicate', 'create']
  const second = await importFile('december-create.csv', 'december-2-results.csv', ...flags)
  expect(second).toMatchObject({ created: 2, remaining: 0 })

  results.push('december-2-results.csv')
  expect(await compare(...results, 'december.csv', ...decided)).toMatchObject({
    status: 3,
    counts: '10 rows: 9 same, 0 changed, 0 new, 1 in doubt; 1 gone',
  })
  expect(await readColumns('december-gone.csv', 'former', 'customer_no', 'name')).toEqual([
    'replaced | 1003 | Marsh, Ada',
    'replaced | 1004 | Hall, Bo',
    'gone | 1006 | Halfmoon Minerals Oy',
  ])
  const customers = await readColumns('december-customers.csv', 'customer_no', 'entity_ids')
  expect(customers.map(row => row.slice(0, 4))).toEqual(december.map(row => row.slice(0, 4)))
  // Only the company in doubt has the entity of another one.
  expect(new Set(customers.map(row => row.slice(7))).size).toBe(9)

  await writeExtract('january.csv', december.slice(1))
  expect(await compare('december-customers.csv', 'january.csv')).toMatchObject({
    status: 3,
    counts: '9 rows: 8 same, 0 changed, 0 new, 1 in doubt; 1 gone',
  })
})
