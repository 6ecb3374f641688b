import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importPortfolio } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { exit } from '../../../cli/failure.ts'
import { prepareCommand } from '../call-command.ts'
import { clientOf, closedAddress, startService } from '../services.ts'
import { countBulks, namesIn, slowImport, waitForBulks, writePersons } from './imported.ts'

const command = prepareCommand()

describe('import --journal', () => {
  it('says when it starts a new journal, because its name may be mistyped', { tags: 'long' }, async () => {
    const { environment } = await startService()
    const file = await writePersons(command.folder, 2, 'named.csv')
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
    expect([countBulks(server), existsSync(journal)]).toEqual([1, false])
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
})

describe('the journal of another file', () => {
  it('ends an import that has sent rows with their report', { tags: 'long' }, async () => {
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

  it('does not take an import that was stopped before its first row for one that left no rows', {
    tags: 'long',
  }, async () => {
    const { server, environment } = await startService({ entityLimit: 5 })
    const journal = join(command.folder, 'unread.journal')
    const file = await writePersons(command.folder, 20, 'unread.csv')
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

  it('shows the content of a journal file, and a resumed run begins with it', { tags: 'long' }, async () => {
    const { server, environment } = await startService({
      latency: 50,
      clock: 'real',
    })
    const file = await writePersons(command.folder, 400, 'status')
    const journal = join(command.folder, 'status.journal')
    const line = ['import', file, '--journal', journal, ...slowImport]
    const interrupted = command.start(line, environment)
    await waitForBulks(server, 3)
    interrupted.interrupt()
    expect((await interrupted.ended).status).toBe(130)
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
    expect(resumed.stdout).toMatch(new RegExp(`^400 {2}created, ${created} by earlier runs$`, 'm'))
    expect(await namesIn(server)).toHaveLength(400)
  })

  it.each([1, 2])('counts remaining rows like the report of run %i', { tags: 'long' }, async runs => {
    const { environment } = await startService({ entityLimit: 25 })
    const journal = join(command.folder, `left-${runs}.journal`)
    const file = await writePersons(command.folder, 100, `left-${runs}`)
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

describe('a file', () => {
  it('holds one kind of journal, and another kind is refused by name', async () => {
    const { server, environment } = await startService()
    const { id } = await clientOf(server).entities.create({ type: 'person', name: '[pep] Ilse Brandt' })
    server.clock.settle()
    const run = (...line: string[]) => command.run(line, environment)
    await writeFile('kinds.csv', 'name,type,country\nNordwind,organization,DE\n')
    await run('import', 'kinds.csv', '--journal', 'an.import')
    server.clock.settle()
    await run('watch', '--once', '--state', 'a.watch')
    const [, hit = ''] = /([0-9a-f]{12}) {2}PEP/.exec((await run('hits', id)).stdout) ?? []
    const decide = ['decide', id, hit, '--verdict', 'unsure', '--reason', 'Too early', '--by', 'ada']
    await run(...decide, '--log', 'decisions.log')
    for (const [line, sentence] of [
      [[...decide, '--log', 'an.import'], '--log: an.import is an import journal, not a decision log'],
      [[...decide, '--log', 'a.watch'], '--log: a.watch is a watch state, not a decision log'],
      [['hits', id, '--log', 'an.import'], '--log: an.import is an import journal, not a decision log'],
      [
        ['import', 'kinds.csv', '--journal', 'decisions.log'],
        '--journal: decisions.log is a decision log, not an import journal',
      ],
      [
        ['import', 'kinds.csv', '--journal', 'a.watch'],
        '--journal: a.watch is a watch state, not an import journal',
      ],
      [
        ['import', 'kinds.csv', '--dry-run', '--journal', 'decisions.log'],
        '--journal: decisions.log is a decision log, not an import journal',
      ],
      [
        ['watch', '--once', '--state', 'an.import'],
        '--state: an.import is an import journal, not a watch state',
      ],
      [
        ['watch', '--once', '--state', 'decisions.log'],
        '--state: decisions.log is a decision log, not a watch state',
      ],
      [
        ['watch', '--once', '--state', 'kinds.csv'],
        'kinds.csv is not a SQLite file (file is not a database): give --state the name of a new file, or of an earlier watch state',
      ],
    ] as const) {
      const outcome = await run(...line)
      expect(outcome).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(sentence) })
    }
    // Nothing was added to the files, and each still serves its command.
    expect((await run('import', 'kinds.csv', '--journal', 'an.import')).status).toBe(0)
    expect((await run('watch', '--once', '--state', 'a.watch')).status).toBe(0)
  })
})

describe('a journal in Postgres', () => {
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
    const line = ['import', await writePersons(command.folder, 3), '--journal', journal, '--partition', '2/8']
    const { status, stderr } = await command.run(line, environment)
    expect(status).toBe(2)
    expect(stderr).toContain(`entity-screening: ${sentence}`)
    expect(stderr).not.toContain('a-long-secret')
  })

  describe('with the driver', () => {
    it('that cannot be reached ends the import with 1, before any request', async () => {
      const { server, environment } = await startService()
      const { host } = new URL(await closedAddress())
      const journal = `postgres://somebody:a-long-secret@${host}/db?journal=customers`
      for (const line of [
        ['import', await writePersons(command.folder, 3)],
        ['import', 'status'],
      ]) {
        const outcome = await command.run([...line, '--journal', journal], environment)
        expect(outcome).toMatchObject({ status: 1, stdout: '' })
        expect(outcome.stderr).toMatch(
          /^entity-screening: Postgres at 127\.0\.0\.1:\d+\/db: connect ECONNREFUSED/,
        )
        expect(outcome.stderr).not.toContain('a-long-secret')
      }
      expect(countBulks(server)).toBe(0)
    })
  })
})

it('an import that a list keeps in doubt explains how to continue', { tags: 'long' }, async () => {
  const { server, environment } = await startService({ clock: 'real' })
  const file = await writePersons(command.folder, 4, 'doubt.csv')
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
