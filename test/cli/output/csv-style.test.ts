import { readFile, rm, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { startService } from '../services.ts'

const command = prepareCommand()

const november = [
  'no;name;type;country',
  '1;[pep] Königsfjord Oy;company;FI',
  '2;Halfmoon Oy;company;FI',
  '3;Lost;company;Korea',
]
const december = [...november.slice(0, 3), '4;New Oy;company;FI']

/** A service, and a function that runs a command until its screenings have ended. */
async function startWithRun() {
  const { server, environment } = await startService()
  return async (line: string) => {
    const outcome = await command.run(line.split(' '), environment)
    server.clock.settle()
    return outcome
  }
}

const textOf = (lines: readonly string[], delimiter: string) =>
  lines.join('\r\n').replaceAll(';', delimiter).concat('\r\n')

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

describe('each CSV file that a command writes has the byte order mark and the delimiter of the user’s file', () => {
  it.each([
    ['with a byte order mark', ';', '', (text: string) => `\uFEFF${text}`, '\uFEFF'],
    ['without a byte order mark', ';', '', (text: string) => text, ''],
    ['with tabs in UTF-16', '\t', '', utf16, '\uFEFF'],
    ['in Latin-1', '|', ' --encoding latin1', (text: string) => Buffer.from(text, 'latin1'), '\uFEFF'],
    ['with another delimiter', '^', '', (text: string) => `sep=^\n${text}`, ''],
  ])('%s', async (_, delimiter, encoding, encode, mark) => {
    const run = await startWithRun()
    await rm('november.journal', { force: true })
    await rm('december.journal', { force: true })
    await writeFile('november.csv', encode(textOf(november, delimiter)))
    await writeFile('december.csv', encode(textOf(december, delimiter)))
    const output = delimiter === '^' ? ',' : delimiter
    const expectStyle = async (file: string, header: string) => {
      const text = await readFile(file, 'utf8')
      expect([file, text.split('\n')[0]]).toEqual([file, `${mark}${header.replaceAll(';', output)}`])
      return text
    }
    const importLine = (month: string) =>
      `import ${month}.csv --journal ${month}.journal --results ${month}-results.csv --problems ${month}-problems.csv`
    for (const replaces of [' --replace', '']) {
      const { status } = await run(`${importLine('november')}${encoding}${replaces}`)
      // The second run replaces its files, because they are those of the first.
      expect(status).toBe(3)
    }
    await expectStyle('november-problems.csv', 'line;column;kind;reason;sameAs')
    await expectStyle('november-results.csv', 'line;outcome;reason;entity_ids;checksum;no;name;type;country')
    const compare = (old: string) => run(`compare ${old} december.csv --key no --replace${encoding}`)
    expect((await compare('november-results.csv')).stdout).toContain(
      '3 rows: 2 same, 0 changed, 1 new, 0 in doubt; 1 gone',
    )
    await expectStyle('december-import.csv', 'no;name;type;country')
    await expectStyle(
      'december-in-doubt.csv',
      'decision;same_as;same_as_name;reason;place;entity_ids;no;name;type;country',
    )
    expect((await run(`${importLine('december').replace('r.csv', 'r-import.csv')} --replace`)).status).toBe(0)
    expect((await compare('november-results.csv december-results.csv')).stdout).toContain('3 same')
    const customers = await expectStyle(
      'december-customers.csv',
      'line;outcome;reason;entity_ids;checksum;decision;no;name;type;country',
    )
    expect(customers).toContain('Königsfjord')
    await run(
      'compare december-customers.csv december.csv --key no --replace --decided december-in-doubt.csv' +
        encoding,
    )
    const hits = await run('hits --all --csv --reference december-customers.csv --column no')
    expect(hits.stdout.split('\n')[0]).toContain(`${mark}entity${output}name${output}no${output}hit`)
    expect(hits.stdout).toContain(`${output}[pep] Königsfjord Oy${output}1${output}`)
    expect((await run('hits --all --csv')).stdout).toMatch(/^entity,name,hit,/)
  })
})

it('a tab between the cells of hits is not escaped', async () => {
  const run = await startWithRun()
  await writeFile('a.csv', 'no\tname\ttype\tcountry\n1\t[pep] Halfmoon Oy\tcompany\tFI\n')
  await run('import a.csv --results a-results.csv')
  const { stdout } = await run('hits --all --csv --reference a-results.csv --column no')
  expect(stdout.split('\n')[0]?.split('\t').slice(0, 4)).toEqual(['entity', 'name', 'no', 'hit'])
  expect(stdout).not.toContain('\\u')
})
