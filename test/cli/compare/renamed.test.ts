import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { startService } from '../services.ts'
import { decide, writeExtract } from './customer-files.ts'

const command = prepareCommand()

const november = [
  '1022;Steiner, Maria;person;AT;1961-04-09;;Street 1',
  '1031;Nordwind GmbH;company;DE;;HRB 1;Street 2',
]
const december = [
  '1022;Steiner-Moser, Maria;person;AT;1961-04-09;;Street 1',
  '1031;Nordwind AG;company;DE;;HRB 1;Street 2',
]

it('hits and report warn of the former entity of a customer with another name', {
  tags: 'long',
}, async () => {
  const { server, environment } = await startService()
  const run = async (line: string) => {
    const outcome = await command.run(line.split(' '), environment)
    server.clock.settle()
    return outcome
  }
  const ask = (name: string, number: string) =>
    run(`${name} --reference december-customers.csv --number-column customer_no --number ${number}`)
  await writeExtract('november.csv', november)
  await writeExtract('december.csv', december)
  await run('import november.csv --results november-results.csv')

  const first = await run('compare november-results.csv december.csv --key customer_no')
  expect(first.stdout).toContain(
    'customers: december-customers.csv (not final: import december-import.csv, then compare again)\n',
  )
  await run('import december-import.csv --results december-results.csv')
  // The last comparison is forgotten.
  const doubt =
    'december-customers.csv: line 2 (1022) may have changed since this entity was created: import what compare writes, compare again, and give its customers.'
  const stale = await ask('hits', '1022')
  expect(stale).toMatchObject({ status: 3, stderr: expect.stringContaining(doubt) })
  expect(stale.stderr).toContain('and this entity is screened as "Maria Steiner".')
  const report = await ask('report --html page.html', '1022')
  expect(report.stderr).toContain(doubt)
  expect(await readFile('page.html', 'utf8')).toContain(doubt)

  const compare = 'compare november-results.csv december-results.csv december.csv --key customer_no --replace'
  expect((await run(compare)).stdout).toContain('2 rows: 1 same, 0 changed, 0 new, 1 in doubt; 0 gone')
  expect(await ask('hits', '1022')).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^1022 is Maria Steiner-Moser, [^\n]+\n0 hits/),
  })

  // The company has its former name in the service.
  await decide('december-in-doubt.csv', { 1031: 'same' })
  const decided = await run(`${compare} --decided december-in-doubt.csv`)
  expect(decided.stderr).toContain('is screened as "Nordwind GmbH", not as "Nordwind AG"')
  expect(await ask('hits', '1031')).toMatchObject({
    status: 3,
    stderr: expect.stringContaining(
      'line 3 (1031) has the name "Nordwind AG", and this entity is screened as "Nordwind GmbH".',
    ),
  })
})
