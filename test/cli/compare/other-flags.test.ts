import { readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
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
  ['a country for all', ['--country', 'DE', '--dates', 'dmy'], ['2', '3']],
  ['another order of dates', ['--columns', 'countryCode=Ctry', '--dates', 'mdy'], ['4']],
])('a row that was imported with other flags is changed: %s', async (_, flags, changed) => {
  const { stderr, ...others } = await importAndCompare(flags, [
    '--columns',
    'countryCode=Ctry',
    '--dates',
    'dmy',
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
  await writeFile('results.csv', results.replaceAll(/,v1-[0-9a-f]{8},/g, ',,'))
  const line = ['compare', 'results.csv', 'november.csv', '--key', 'No', '--replace', ...flags]
  const { stdout, stderr } = await command.run(line)
  expect({ stdout: stdout.split('\n')[0], stderr }).toEqual({
    stdout: '4 rows: 4 same, 0 changed, 0 new, 0 in doubt; 0 gone',
    stderr: '',
  })
})
