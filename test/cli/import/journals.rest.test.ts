import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { exit } from '../../../cli/failure.ts'
import { noPostgres, postgresUrl } from '../../find-postgres.ts'
import { installCommand, outcomeOf } from '../built-command.ts'
import { installDriver, newPostgresJournal } from '../postgres-journal.ts'
import { startService } from '../services.ts'
import { namesIn, slowImport, waitForBulks, waitUntilBusy, writePersons } from './imported.ts'

const command = installCommand()

describe('import --dry-run', () => {
  it('uses the journal of earlier runs, even if another process holds it', async () => {
    const { server, environment } = await startService({
      latency: 50,
      clock: 'real',
    })
    const file = await writePersons(command.folder, 1000, 'dry-persons.csv')
    const line = ['import', file, '--journal', `${file}.journal`, ...slowImport]
    const child = command.start(line, environment)
    const ended = outcomeOf(child)
    await waitUntilBusy(server)
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

describe('import status', () => {
  it('shows how long a run waits for the requests of a killed one', async () => {
    const { server, environment } = await startService()
    const file = await writePersons(command.folder, 20, 'killed.csv')
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
    await waitForBulks(server, 1)
    child.kill('SIGKILL')
    await ended
    const { status, stderr } = await command.run(line, environment)
    expect(status).toBe(0)
    expect(stderr).toContain(
      'An earlier run got no response for 20 rows. Checking in 2 s which of them were created.',
    )
    expect(await namesIn(server)).toHaveLength(20)
  })
})

describe('a journal in Postgres', () => {
  it('requires the driver, and names it if it is missing', async () => {
    const { environment } = await startService()
    const journal = 'postgres://somebody:a-long-secret@127.0.0.1:1/db?journal=customers'
    const line = ['import', await writePersons(command.folder, 3), '--journal', journal]
    const outcome = await command.runApart(line, environment)
    expect(outcome).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'entity-screening: a journal in Postgres needs the package pg (node-postgres), which is not installed here: run npm install pg\n',
    })
  })

  describe('with the driver', () => {
    beforeAll(() => installDriver(command.folder))

    describe.skipIf(postgresUrl === null)(
      `in a database${postgresUrl === null ? `: ${noPostgres}` : ''}`,
      () => {
        it('belongs to one import at a time, and the next one continues it', async () => {
          const { server, environment } = await startService({
            latency: 50,
            clock: 'real',
          })
          const file = await writePersons(command.folder, 1000, 'held.csv')
          const journal = newPostgresJournal('our customers')
          const line = ['import', file, '--journal', journal, ...slowImport]
          const child = command.start(line, environment)
          const ended = outcomeOf(child)
          await waitUntilBusy(server)
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
          const file = await writePersons(command.folder, 200, 'parts.csv')
          const journal = newPostgresJournal('our customers')
          const parts = ['1/3', '2/3', '3/3']
          const outcomes = await Promise.all(
            parts.map(part =>
              command.runApart(
                ['import', file, '--journal', journal, '--partition', part, '--json'],
                environment,
              ),
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
  const file = await writePersons(command.folder, 400, 'shared.csv')
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
  const { server, environment } = await startService({ latency: 50, clock: 'real' })
  const file = await writePersons(command.folder, 1000, 'file-held.csv')
  const line = ['import', file, '--journal', `${file}.journal`, ...slowImport]
  const child = command.start(line, environment)
  const ended = outcomeOf(child)
  await waitUntilBusy(server)
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
