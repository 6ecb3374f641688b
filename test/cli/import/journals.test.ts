import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MockServer } from 'entity-screening-sdk/mock-server'
import { importPortfolio } from 'entity-screening-sdk/portfolio'
import { beforeAll, describe, expect, it } from 'vitest'
import { exit } from '../../../cli/failure.ts'
import { noPostgres, postgresUrl } from '../../find-postgres.ts'
import { spellNumber } from '../../portfolio/portfolio-rows.ts'
import { clientOf, closedAddress, installCommand, outcomeOf, startService } from '../built-command.ts'
import { installDriver, newPostgresJournal } from '../postgres-journal.ts'

const command = installCommand()

async function namesIn(server: MockServer): Promise<string[]> {
  return (await clientOf(server).entities.list()).map(({ name }) => name).toSorted()
}

const bulks = (server: MockServer) => server.requests.list().filter(({ method }) => method === 'POST').length

/** A file of so many persons that are all different. */
async function personsFile(rows: number, name = `${rows}.csv`): Promise<string> {
  const file = join(command.folder, name)
  const lines = Array.from({ length: rows }, (_, row) => `"Brandt, Person-${spellNumber(row)}",person,GB`)
  await writeFile(file, ['name,type,country', ...lines, ''].join('\n'))
  return file
}

/** Small requests, one at a time, and no longer a wait than a test needs. */
const slow = ['--batch-size', '50', '--concurrency', '1', '--timeout', '3s', '--recheck-delay', '100ms']

/** Runs an import and stops it by a signal, once the service has had so many requests. */
async function interrupt(server: MockServer, line: readonly string[], environment: Record<string, string>) {
  const child = command.start(line, environment)
  const ended = outcomeOf(child)
  await busy(server)
  child.kill('SIGINT')
  const outcome = await ended
  server.faults.remove()
  return outcome
}

/** Waits until an import has sent three requests, and keeps it from an end until `server.faults.remove()`. */
async function busy(server: MockServer) {
  while (bulks(server) < 3) await new Promise(resolve => setTimeout(resolve, 20))
  server.faults.add({ operation: 'createEntitiesBulk', delay: 1500 })
}

describe('import --journal', () => {
  it('says when it starts a new journal, because its name may be mistyped', async () => {
    const { environment } = await startService()
    const file = await personsFile(2, 'named.csv')
    const run = (journal: string, ...flags: string[]) =>
      command.run(['import', file, '--journal', join(command.folder, journal), ...flags], environment)
    const starts = (journal: string) => `starts a new import journal: ${join(command.folder, journal)}\n`

    expect(await run('named.journal')).toMatchObject({ status: 0, stderr: starts('named.journal') })
    expect(await run('named.journal')).toMatchObject({ status: 0, stderr: '' })
    const mistyped = await run('nmaed.journal')
    expect(mistyped).toMatchObject({ status: 3, stderr: expect.stringContaining(starts('nmaed.journal')) })
    expect((await run('quiet.journal', '--quiet')).stderr).not.toContain('starts')

    const isNew = async (journal: string) =>
      JSON.parse((await run(journal, '--json', '--quiet')).stdout).isNewJournal
    expect([await isNew('json.journal'), await isNew('json.journal')]).toEqual([true, false])
  })
})

describe('import --dry-run', () => {
  it('checks every row, and sends and records nothing', async () => {
    const { server, environment } = await startService()
    await clientOf(server).entities.create({ type: 'organization', name: 'There Ltd', countryCode: 'GB' })
    const [file, journal] = [join(command.folder, 'dry.csv'), join(command.folder, 'dry.journal')]
    const rows = [
      'There Ltd,organization,GB',
      'New Ltd,organization,GB',
      'New Ltd,organization,GB',
      'X,person,GB',
    ]
    await writeFile(file, ['name,type,country', ...rows, ''].join('\n'))
    const line = ['import', file, '--dry-run', '--journal', journal]
    const dry = await command.run(line, environment)
    expect(dry.status).toBe(3)
    expect(dry.stdout).toBe(
      '4  rows\n1  would be sent\n1  repeating an earlier row\n1  already in the team\n1  invalid, not sent\n' +
        'Dry run: nothing was sent or recorded.\n',
    )
    expect(dry.stderr).toMatch(/^line 4: repeats line 3$/m)
    expect(dry.stderr).toContain(`would start a new import journal: ${journal}\n`)
    expect([bulks(server), existsSync(journal)]).toEqual([1, false])
    const { status, stdout } = await command.run([...line, '--json'], environment)
    expect(status).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({
      rows: 4,
      planned: 1,
      created: 0,
      duplicates: 2,
      stopped: null,
    })
  })

  it('uses the journal of earlier runs, even if another process holds it', async () => {
    const { server, environment } = await startService({
      latency: { ms: 50, clock: 'virtual' },
      clock: 'real',
    })
    const file = await personsFile(1000, 'dry-persons.csv')
    const line = ['import', file, '--journal', `${file}.journal`, ...slow]
    const child = command.start(line, environment)
    const ended = outcomeOf(child)
    await busy(server)
    const dry = await command.run([...line, '--dry-run', '--json'], environment)
    child.kill('SIGINT')
    await ended
    // Some were created after the journal was looked at.
    expect([exit.done, exit.inPart]).toContain(dry.status)
    const report = JSON.parse(dry.stdout)
    expect(report.createdEarlier).toBeGreaterThanOrEqual(50)
    expect(report).toMatchObject({ rows: 1000, created: report.createdEarlier, remaining: 0 })
    expect(report.created + report.planned + report.possibleDuplicates).toBe(1000)
  })
})

describe('the journal of another file', () => {
  it('ends an import that has sent rows with their report', async () => {
    const { server, environment } = await startService()
    const [file, journal] = [join(command.folder, 'other.csv'), join(command.folder, 'other.journal')]
    const write = (nameOf: (row: number) => string, last: string) => {
      const rows = Array.from({ length: 3000 }, (_, row) => `${nameOf(row)},organization,GB`)
      return writeFile(file, ['name,type,country', ...rows, `${last},organization,GB`, ''].join('\n'))
    }
    const line = ['import', file, '--journal', journal, '--concurrency', '1']
    await write(() => '', 'First Ltd')
    await command.run(line, environment)
    // More rows than wait for a request come before the row that differs.
    await write(row => `Company ${row}`, 'Second Ltd')
    const { status, stdout } = await command.run(line, environment)
    const created = (await namesIn(server)).length - 1
    expect(created).toBeGreaterThan(0)
    expect(status).toBe(exit.failed)
    expect(stdout).toMatch(new RegExp(`^ *${created.toLocaleString('en')} {2}created$`, 'm'))
    expect(stdout).toContain('line 3002 is not what it was')
    expect(stdout).toContain('Use the file and the journal of one import, then run the same command again')
  })
})

describe('import status', () => {
  const unread = 'The last run did not read the file to its end: there may be more rows'

  it('does not take an import that was stopped before its first row for one that left no rows', async () => {
    const { server, environment } = await startService({ entityLimit: 5 })
    const journal = join(command.folder, 'unread.journal')
    const file = await personsFile(20, 'unread.csv')
    const text = await readFile(file, 'utf8')
    const client = clientOf(server)
    await importPortfolio(client, text, { journal, batchSize: 5, concurrency: 1 })
    const showStatus = async (...flags: string[]) =>
      (await command.run(['import', 'status', '--journal', journal, ...flags], environment)).stdout
    expect(await showStatus()).not.toContain(unread)
    const controller = new AbortController()
    async function* slowSource(): AsyncGenerator<string> {
      controller.abort()
      await new Promise(resolve => setTimeout(resolve, 20))
      yield text
    }
    await importPortfolio(client, slowSource(), { journal, signal: controller.signal })
    expect(await showStatus()).toContain(`${unread}\n`)
    expect(JSON.parse(await showStatus('--json'))).toMatchObject({ created: 5, hasUnreadRows: true })
  })

  it('shows the content of a journal file, and a resumed run begins with it', async () => {
    const { server, environment } = await startService({
      latency: { ms: 50, clock: 'virtual' },
      clock: 'real',
    })
    const file = await personsFile(1000, 'status')
    const journal = join(command.folder, 'status.journal')
    const line = ['import', file, '--journal', journal, ...slow]
    expect((await interrupt(server, line, environment)).status).toBe(130)
    const created = (await namesIn(server)).length
    const { status, stdout } = await command.run(['import', 'status', '--journal', journal])
    expect(status).toBe(0)
    expect(stdout.split('\n')).toEqual([
      `Journal: ${journal}`,
      `Service: ${environment.ENTITY_SCREENING_BASE_URL}`,
      expect.stringMatching(/^Rows last sent: \d{4}-/),
      'No process holds it',
      expect.stringMatching(/^ *\d+ {2}rows sent or about to be sent$/),
      expect.stringMatching(new RegExp(`^ *${created} {2}created$`)),
      ...(/ {2}not created$/m.test(stdout) ? [expect.stringMatching(/^ *\d+ {2}not created$/)] : []),
      ...(stdout.includes('left') ? [expect.stringMatching(/^ *\d+ {2}left: the next run sends them/)] : []),
      ...(stdout.includes('to its end') ? [unread] : []),
      '',
    ])
    const json = await command.run(['import', 'status', '--journal', journal, '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ created, inDoubt: 0, partition: null })

    const resumed = await command.run(line, environment)
    expect(resumed.status).toBe(0)
    expect(resumed.stdout).toMatch(new RegExp(`^1,000 {2}created, ${created} by earlier runs$`, 'm'))
    expect(await namesIn(server)).toHaveLength(1000)
  })

  it('shows how long a run waits for the requests of a killed one', async () => {
    const { server, environment } = await startService()
    const file = await personsFile(20, 'killed.csv')
    const line = [
      'import',
      file,
      '--journal',
      `${file}.journal`,
      '--timeout',
      '1s',
      '--recheck-delay',
      '500ms',
    ]
    server.faults.add({ operation: 'createEntitiesBulk', kind: 'no_response', times: 1 })
    const child = command.start(line, environment)
    const ended = outcomeOf(child)
    while (bulks(server) < 1) await new Promise(resolve => setTimeout(resolve, 20))
    child.kill('SIGKILL')
    await ended
    const { status, stderr } = await command.run(line, environment)
    expect(status).toBe(0)
    expect(stderr).toContain(
      'An earlier run got no response for 20 rows. Checking in 2 s which of them were created.',
    )
    expect(await namesIn(server)).toHaveLength(20)
  })

  it.each([1, 2])('counts remaining rows like the report of run %i', async runs => {
    const { environment } = await startService({ entityLimit: 25 })
    const journal = join(command.folder, `left-${runs}.journal`)
    const file = await personsFile(100, `left-${runs}`)
    let report = ''
    for (let run = 0; run < runs; run += 1)
      report = (await command.run(['import', file, '--journal', journal, '--batch-size', '10'], environment))
        .stdout
    const { stdout } = await command.run(['import', 'status', '--journal', journal])
    expect(report).toMatch(/^ *75 {2}left$/m)
    const [, first = ''] =
      /^75 {2}left: the next run sends them, (\d+) of them for the first time$/m.exec(stdout) ?? []
    // All rows are sent or not, and what was sent adds up.
    const counts = Array.from(stdout.matchAll(/^ *(\d+) {2}(?!left)/gm), ([, count]) => Number(count))
    const [sent = 0, ...outcomes] = counts
    expect(sent + Number(first)).toBe(100)
    expect(outcomes.reduce((sum, count) => sum + count, 0)).toBe(sent)
  })

  it('does not replace the import of a file called ./status', async () => {
    const { server, environment } = await startService()
    await writeFile(join(command.folder, 'status'), 'name,type,country\nNordwind,organization,DE\n')
    expect((await command.run(['import', './status'], environment)).status).toBe(0)
    expect(await namesIn(server)).toEqual(['Nordwind'])
  })

  it.each([
    [['--journal', 'nowhere.journal'], 1, 'there is no journal nowhere.journal'],
    [['--journal', 'package.json'], 1, 'package.json is not a SQLite file'],
    [[], 2, 'import status expects --journal'],
    [['more', '--journal', 'x'], 2, 'import status expects no arguments, only flags'],
    [['--journal', 'x', '--partition', '9/8'], 2, '--partition must be K/N with K from 1 to N, such as 2/8'],
  ])('explains the error: %j', async (parameters, status, sentence) => {
    const outcome = await command.run(['import', 'status', ...parameters])
    expect(outcome).toMatchObject({ status, stdout: '' })
    expect(outcome.stderr.replace(`${command.folder}/`, '')).toContain(`entity-screening: ${sentence}`)
  })

  it('has its own help', async () => {
    const { status, stdout } = await command.run(['help', 'import', 'status'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Usage: entity-screening import status --journal/)
    expect(stdout).not.toContain('--key-file')
    expect(await command.run(['import', 'status', '-h'])).toMatchObject({ stdout })
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  })
})

describe('a journal in Postgres', () => {
  it('requires the driver, and names it if it is missing', async () => {
    const { environment } = await startService()
    const journal = 'postgres://somebody:a-long-secret@127.0.0.1:1/db?journal=customers'
    const line = ['import', await personsFile(3), '--journal', journal]
    const outcome = await command.runApart(line, environment)
    expect(outcome).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'entity-screening: a journal in Postgres needs the package pg (node-postgres), which is not installed here: run npm install pg\n',
    })
  })

  it.each([
    [
      'postgres://user:a-long-secret@host/db',
      '--journal must name the journal in Postgres, as in postgres://',
    ],
    ['postgresql://user:a-long-secret@ho st/db?journal=x', '--journal must be a file, or a URL such as'],
    [
      `postgres://user:a-long-secret@h/db?journal=${'x'.repeat(200)}`,
      '--journal: its name must be a text of 1',
    ],
  ])('rejects the address %s without repeating it', async (journal, sentence) => {
    const { environment } = await startService()
    const line = ['import', await personsFile(3), '--journal', journal, '--partition', '2/8']
    const { status, stderr } = await command.run(line, environment)
    expect(status).toBe(2)
    expect(stderr).toContain(`entity-screening: ${sentence}`)
    expect(stderr).not.toContain('a-long-secret')
  })

  describe('with the driver', () => {
    beforeAll(() => installDriver(command.folder))

    it('that cannot be reached ends the import with 1, before any request', async () => {
      const { server, environment } = await startService()
      const { host } = new URL(await closedAddress())
      const journal = `postgres://somebody:a-long-secret@${host}/db?journal=customers`
      for (const line of [
        ['import', await personsFile(3)],
        ['import', 'status'],
      ]) {
        const outcome = await command.run([...line, '--journal', journal], environment)
        expect(outcome).toMatchObject({ status: 1, stdout: '' })
        expect(outcome.stderr).toMatch(
          /^entity-screening: Postgres at 127\.0\.0\.1:\d+\/db: connect ECONNREFUSED/,
        )
        expect(outcome.stderr).not.toContain('a-long-secret')
      }
      expect(bulks(server)).toBe(0)
    })

    describe.skipIf(postgresUrl === null)(
      `in a database${postgresUrl === null ? `: ${noPostgres}` : ''}`,
      () => {
        it('belongs to one import at a time, and the next one continues it', async () => {
          const { server, environment } = await startService({
            latency: { ms: 50, clock: 'virtual' },
            clock: 'real',
          })
          const file = await personsFile(1000, 'held.csv')
          const journal = newPostgresJournal('our customers')
          const line = ['import', file, '--journal', journal, ...slow]
          const child = command.start(line, environment)
          const ended = outcomeOf(child)
          await busy(server)
          const held = await command.run([...line, '--no-wait'], environment)
          expect(held).toMatchObject({ status: 1, stdout: '' })
          expect(held.stderr).toMatch(
            /^entity-screening: journal "our customers" is in use by another process$/m,
          )
          const during = await command.run(['import', 'status', '--journal', journal])
          expect(during.stdout).toMatch(/^A process holds it$/m)
          // Without --no-wait, a process waits until the journal is free. Interrupted before that, it sends nothing.
          const waiting = command.start(line, environment)
          const waited = outcomeOf(waiting)
          await once(waiting.stderr, 'data')
          waiting.kill('SIGINT')
          child.kill('SIGINT')
          expect((await waited).stderr).toMatch(
            /^journal "our customers" is in use by another process\. Waiting for its lease to end, in case it was killed$/m,
          )
          expect((await ended).status).toBe(130)

          const status = await command.run(['import', 'status', '--journal', journal, '--json'])
          const { created, ...others } = JSON.parse(status.stdout)
          expect(created).toBe((await namesIn(server)).length)
          expect(others).toMatchObject({ inDoubt: 0 })
          server.faults.remove()
          const resumed = await command.run(line, environment)
          expect(resumed.status).toBe(0)
          expect(resumed.stdout).toMatch(new RegExp(`^1,000 {2}created, ${created} by earlier runs$`, 'm'))
          expect(new Set(await namesIn(server)).size).toBe(1000)
          expect(await namesIn(server)).toHaveLength(1000)
        })

        it('is separate for each partition', async () => {
          const { server, environment } = await startService()
          const file = await personsFile(200, 'parts.csv')
          const journal = newPostgresJournal('our customers')
          const parts = ['1/3', '2/3', '3/3']
          const outcomes = await Promise.all(
            parts.map(part =>
              command.run(['import', file, '--journal', journal, '--partition', part, '--json'], environment),
            ),
          )
          const reports = outcomes.map(({ stdout }) => JSON.parse(stdout))
          expect(outcomes.map(({ status }) => status)).toEqual([0, 0, 0])
          expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(200)
          expect(new Set(await namesIn(server)).size).toBe(200)
          expect(await namesIn(server)).toHaveLength(200)
          for (const [at, part] of parts.entries()) {
            const { stdout } = await command.run(
              ['import', 'status', '--journal', journal, '--partition', part, '--json'],
              environment,
            )
            expect(JSON.parse(stdout)).toMatchObject({ partition: part, created: reports[at].created })
            expect(JSON.parse(stdout).journal).toMatch(new RegExp(`^journal "our customers ${part}" at `))
          }
          const whole = await command.run(['import', 'status', '--journal', journal])
          expect(whole).toMatchObject({
            status: 1,
            stderr: expect.stringContaining('there is no journal "our customers"'),
          })
        })
      },
    )
  })
})

it('a journal file is shared by all partitions, at once', async () => {
  const { server, environment } = await startService()
  const file = await personsFile(400, 'shared.csv')
  const journal = `${file}.journal`
  const parts = ['1/4', '2/4', '3/4', '4/4']
  const outcomes = await Promise.all(
    parts.map(part =>
      command.runApart(['import', file, '--journal', journal, '--partition', part, '--json'], environment),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([0, 0, 0, 0])
  const created = outcomes.map(({ stdout }) => JSON.parse(stdout).created)
  expect(created.reduce((sum, count) => sum + count, 0)).toBe(400)
  expect(await namesIn(server)).toHaveLength(400)
  for (const [at, part] of parts.entries()) {
    const status = await command.run([
      'import',
      'status',
      '--journal',
      journal,
      '--partition',
      part,
      '--json',
    ])
    expect(JSON.parse(status.stdout)).toMatchObject({ partition: part, created: created[at], isHeld: false })
  }
  expect((await readdir(command.folder)).filter(name => name.startsWith('shared.csv.journal-'))).toEqual([])
})

it('a journal file is held while its import runs, and can still be read', async () => {
  const { server, environment } = await startService({ latency: { ms: 50, clock: 'virtual' }, clock: 'real' })
  const file = await personsFile(1000, 'file-held.csv')
  const line = ['import', file, '--journal', `${file}.journal`, ...slow]
  const child = command.start(line, environment)
  const ended = outcomeOf(child)
  await busy(server)
  const second = await command.run(line, environment)
  expect(second).toMatchObject({ status: 1, stdout: '' })
  expect(second.stderr).toMatch(/file-held\.csv\.journal is in use by another process\n$/)
  const during = await command.run(['import', 'status', '--journal', `${file}.journal`])
  expect(during.stdout).toMatch(/^A process holds it$/m)
  child.kill('SIGSTOP')
  expect((await command.run(line, environment)).status).toBe(1)
  child.kill('SIGCONT')
  child.kill('SIGKILL')
  await ended
  server.faults.remove()
  const rest = await command.run(line, environment)
  expect(rest).toMatchObject({ status: 0 })
  expect(await namesIn(server)).toHaveLength(1000)
})

it('an import that a list keeps in doubt explains how to continue', async () => {
  const { server, environment } = await startService({ clock: 'real' })
  const file = await personsFile(4, 'doubt.csv')
  const line = [
    'import',
    file,
    '--journal',
    `${file}.journal`,
    '--recheck-delay',
    '50ms',
    '--give-up-after',
    '300ms',
  ]
  await command.run(line, environment)
  // Somebody has removed all but one of them.
  server.reset()
  const [firstName, lastName] = ['Person-a', 'Brandt']
  await clientOf(server).entities.createBulk([
    { type: 'person', name: 'Person-a Brandt', firstName, lastName, countryCode: 'GB' },
  ])
  await writeFile(file, `${await readFile(file, 'utf8')}"Brandt, Another",person,GB\n`)
  server.faults.add({ operation: 'createEntitiesBulk', kind: 'reset', times: 1 })
  const { status, stdout } = await command.run(line, environment)
  expect(status).toBe(1)
  expect(stdout).toMatch(/^Stopped: the team's list cannot say whether line 6 exists: .*does not show 3/m)
  expect(stdout).toMatch(
    /^Compare these lines with the team's list, then run the same command again: it continues where it stopped\.$/m,
  )
  expect(stdout).toMatch(/^If entities were removed from the team on purpose, run it without --journal: /m)
})
