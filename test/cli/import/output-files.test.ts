import { readdir, readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { noPostgres, postgresUrl } from '../../find-postgres.ts'
import { prepareCommand } from '../call-command.ts'
import { newPostgresJournal } from '../postgres-journal.ts'
import { startService } from '../services.ts'

const command = prepareCommand()

const header = 'name,type,country\n'
const rows = `${header}Nordwind,organization,DE\nHalfmoon,organization,Nowhereland\n`

let [customers, problems, journal] = ['', '', '']
beforeEach(async () => {
  const name = crypto.randomUUID()
  customers = `${name}.csv`
  problems = `${name}.problems.csv`
  journal = `${name}.journal`
  await writeFile(customers, rows)
})

/** The files of a test, without those of SQLite. */
const written = async () =>
  (await readdir('.')).filter(file => file.startsWith(problems.replace('.csv', ''))).toSorted()

describe('the file of --problems', () => {
  it('is not left by an import that does not begin', async () => {
    const { environment } = await startService()
    await writeFile(customers, rows.replace('type', 'sort'))
    const line = ['import', customers, '--problems', problems]
    const { status, stderr } = await command.run(line, environment)
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('has no column') })
    expect(await written()).toEqual([])
    await writeFile(customers, rows)
    expect(await command.run(line, environment)).toMatchObject({ status: 3 })
    expect(await written()).toEqual([problems])
  })

  it('of a dry run is not replaced unasked, and the dry run says so', async () => {
    const { environment } = await startService()
    const line = ['import', customers, '--problems', problems]
    const dryRun = await command.run([...line, '--dry-run'], environment)
    expect(dryRun.stderr).toContain(
      `${problems} is that of the dry run: the import needs --replace, or another file\n`,
    )
    expect((await command.run(line, environment)).stderr).toContain(`${problems} exists already`)
    const { status, stderr } = await command.run([...line, '--replace'], environment)
    expect({ status, stderr }).toEqual({ status: 3, stderr: expect.not.stringContaining('dry run') })
  })

  it('is replaced at the end only, so that it outlasts a journal of another import', async () => {
    const { environment } = await startService()
    const line = ['import', customers, '--problems', problems, '--journal', journal]
    expect(await command.run(line, environment)).toMatchObject({ status: 3 })
    const earlier = await readFile(problems, 'utf8')
    await writeFile(customers, `${header}Quiet Harbour,organization,Nowhereland\n`)
    const { status, stderr } = await command.run(line, environment)
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('another source') })
    expect(await readFile(problems, 'utf8')).toBe(earlier)
    expect(await written()).toEqual([problems])
  })
})

describe('an import with the journal of an earlier run', () => {
  it.each(['--results', '--problems'])('replaces the file of %s, and no other file', async flag => {
    const { server, environment } = await startService()
    const line = ['import', customers, flag, problems, '--journal', journal]
    expect(await command.run(line, environment)).toMatchObject({ status: 3 })
    expect(await command.run(line, environment)).toMatchObject({ status: 3 })
    await writeFile(problems, 'precious\n')
    const requests = server.requests.list().length
    expect(await command.run(line, environment)).toEqual({
      status: 1,
      stdout: '',
      stderr: `entity-screening: ${problems} exists already: --replace replaces it\n`,
    })
    expect(await readFile(problems, 'utf8')).toBe('precious\n')
    expect(server.requests.list()).toHaveLength(requests)
    expect(await command.run([...line, '--replace'], environment)).toMatchObject({ status: 3 })
  })

  it('replaces a file of JSON lines, also an empty one', async () => {
    const { environment } = await startService()
    const line = ['import', customers, '--problems', problems.replace('csv', 'jsonl'), '--journal', journal]
    await writeFile(customers, rows.replace('Nowhereland', 'FI'))
    for (let run = 0; run < 2; run += 1)
      expect(await command.run(line, environment)).toMatchObject({ status: 0 })
    await writeFile(customers, rows)
    const other = line.with(-1, `${journal}-other`)
    expect(await command.run([...other, '--replace'], environment)).toMatchObject({ status: 3 })
    expect(await command.run(other, environment)).toMatchObject({ status: 3 })
  })
})

it.each([
  ['without a journal', [], 'run the same command again with --replace.'],
  ['with --replace', ['--replace'], 'run the same command again.'],
  ['with a journal', ['--journal'], 'run the same command again.'],
  ['a dry run with a journal', ['--dry-run', '--journal'], 'run the same command again with --replace.'],
])('the advice of a stopped import works: %s', async (_, flags, advice) => {
  const { server, environment } = await startService()
  server.faults.add({ operation: 'listEntities', status: 401 })
  const line = ['import', customers, '--problems', problems, ...flags]
  if (flags.includes('--journal')) line.push(journal)
  const { status, stdout } = await command.run(line, environment)
  expect({ status, stdout }).toMatchObject({
    status: 1,
    stdout: expect.stringContaining(`Correct the key or its permissions, then ${advice}\n`),
  })
  server.faults.remove()
  const again = advice.includes('--replace') ? [...line, '--replace'] : line
  expect(await command.run(again, environment)).toMatchObject({ status: 3 })
})

/** Counts the connections of an application to Postgres. */
async function countConnections(application: string): Promise<number> {
  const client = new pg.Client({ connectionString: postgresUrl ?? '' })
  await client.connect()
  const query = 'select 1 from pg_stat_activity where application_name = $1'
  const { rowCount } = await client.query(query, [application]).finally(() => client.end())
  return rowCount ?? 0
}

it.skipIf(postgresUrl === null)(
  `a refused file leaves no connection to Postgres${postgresUrl === null ? `: ${noPostgres}` : ''}`,
  async () => {
    const { environment } = await startService()
    const application = `test_${crypto.randomUUID()}`
    const url = `${newPostgresJournal('customers')}&application_name=${application}`
    await writeFile(problems, 'precious\n')
    const line = ['import', customers, '--problems', problems, '--journal', url]
    expect((await command.run(line, environment)).stderr).toContain(`${problems} exists already`)
    await vi.waitUntil(async () => (await countConnections(application)) === 0, 5000)
  },
)
