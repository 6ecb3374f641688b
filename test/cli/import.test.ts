import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import type { MockServer } from 'entity-screening-sdk/mock-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKey, baseUrl } from '../answering.ts'
import { type BuiltCommand, buildCommand, closedAddress, outcomeOf, startService } from './built-command.ts'

let command: BuiltCommand
beforeAll(async () => {
  command = await buildCommand()
})
afterAll(() => command.remove())

const portfolio = `Name,Entity type,Country,Birth date,=Notes
Halfmoon Minerals Oy,organization,Finland,,first
"Nordwind
Turbinen GmbH",organization,DE,,
Dragomir Vosskov,person,RU,1958-03-12,
Nowhere Ltd,organization,Nowhereland,,
Halfmoon Minerals Oy,organization,FI,,
`

async function namesIn(server: MockServer): Promise<string[]> {
  const client = new EntityScreening({ apiKey, baseUrl, fetch: server.fetch })
  return (await client.entities.list()).map(({ name }) => name)
}

/** A file of so many organizations that are all different. */
async function largeFile(rows: number): Promise<string> {
  const file = join(command.folder, `${rows}.csv`)
  const lines = Array.from({ length: rows }, (_, row) => `Company ${row} Ltd,organization,GB`)
  await writeFile(file, ['name,type,country', ...lines, ''].join('\n'))
  return file
}

describe('import', { timeout: 30_000 }, () => {
  it('creates the good rows, tells of the others with their lines, and ends with 3', async () => {
    const { server, environment } = await startService()
    const [file, problems] = [join(command.folder, 'portfolio.csv'), join(command.folder, 'problems.csv')]
    await writeFile(file, portfolio)
    const { status, stdout, stderr } = await command.run(
      ['import', file, '--problems', problems],
      environment,
    )
    expect(status).toBe(3)
    expect(stdout).toBe(
      [
        '5  rows',
        '3  created',
        '1  there already',
        '1  wrong, not sent',
        'Columns that nothing was made of: =Notes',
        '',
      ].join('\n'),
    )
    expect(stderr).toMatch(/^line 6 \(Country\): must be a country: /m)
    expect(stderr).toMatch(/^line 7: repeats line 2$/m)
    expect(stderr).toContain('--journal')
    const written = (await readFile(problems, 'utf8')).trimEnd().split('\n')
    expect(written).toHaveLength(3)
    expect(written[0]).toBe('line,column,kind,reason,sameAs')
    expect(written).toContainEqual(expect.stringMatching(/^6,Country,invalid,/))
    expect(written).toContain('7,,duplicate,repeats line 2,2')
    expect((await namesIn(server)).toSorted()).toEqual([
      'Dragomir Vosskov',
      'Halfmoon Minerals Oy',
      'Nordwind\nTurbinen GmbH',
    ])
  })

  it('reads stdin, with columns and defaults of its own, and reports as JSON', async () => {
    const { server, environment } = await startService()
    const flags = [
      '--type',
      'organization',
      '--country',
      'Germany',
      '--columns',
      'name=Firma',
      '--columns',
      'tags=',
    ]
    const run = () =>
      command.run(
        ['import', '-', ...flags, '--json', '--quiet'],
        environment,
        'Firma;Tags;Notes\nNordwind;a;b\n',
      )
    const { status, stdout, stderr } = await run()
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      rows: 1,
      created: 1,
      problems: [],
      unusedColumns: ['Tags', 'Notes'],
      stopped: null,
    })
    const again = await run()
    // What is there already is no failure.
    expect(again.status).toBe(0)
    expect(JSON.parse(again.stdout)).toMatchObject({
      created: 0,
      duplicates: 1,
      problems: [{ line: 2, kind: 'duplicate' }],
    })
    expect(await namesIn(server)).toEqual(['Nordwind'])
  })

  it('ends with 4 at the entity limit, and says what is left', async () => {
    const { server, environment } = await startService({ entityLimit: 30 })
    const file = await largeFile(100)
    const flags = ['--batch-size', '10', '--concurrency', '1']
    const { status, stdout } = await command.run(['import', file, ...flags], environment)
    expect(status).toBe(4)
    expect(stdout).toMatch(/^ 70 {2}left$/m)
    expect(stdout).toMatch(/^Stopped: the team's entity limit is reached: /m)
    expect(stdout).toMatch(/^Left: lines 32-101$/m)
    expect(await namesIn(server)).toHaveLength(30)
  })

  it('stops at SIGINT with 130, and goes on with its journal', async () => {
    const { server, environment } = await startService({ latency: 50, clock: 'real' })
    const file = await largeFile(1000)
    const line = [
      'import',
      file,
      '--batch-size',
      '50',
      '--concurrency',
      '2',
      '--journal',
      join(command.folder, 'journal'),
    ]
    const child = command.start([...line, '--problems', join(command.folder, 'left.jsonl')], environment)
    const ended = outcomeOf(child)
    while (server.requests.list().length < 4) await new Promise(resolve => setTimeout(resolve, 20))
    child.kill('SIGINT')
    const { status, stdout, stderr } = await ended
    expect(status).toBe(130)
    expect(stderr).toContain('stopping when the requests under way are answered')
    expect(stdout).toMatch(/^Stopped by a signal$/m)
    expect(stdout).toMatch(/^Left: lines \d+-\d+/m)
    const created = (await namesIn(server)).length
    expect(created).toBeLessThan(1000)
    expect(stdout).toMatch(new RegExp(`^ *${created}  created$`, 'm'))

    const resumed = await command.run([...line, '--json'], environment)
    expect(resumed.status).toBe(0)
    expect(JSON.parse(resumed.stdout)).toMatchObject({
      rows: 1000,
      created: 1000,
      duplicates: 0,
      stopped: null,
    })
    const names = await namesIn(server)
    expect([names.length, new Set(names).size]).toEqual([1000, 1000])
    expect(await readFile(join(command.folder, 'journal'), 'utf8')).not.toContain(apiKey)
  })

  it('stops at SIGINT while it waits for stdin', async () => {
    const { environment } = await startService()
    const child = command.start(['import', '-', '--type', 'organization'], environment)
    const ended = outcomeOf(child)
    child.stdin.write('name,country\nNordwind,DE\n')
    await once(child.stderr, 'data')
    await new Promise(resolve => setTimeout(resolve, 200))
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ status: 130 })
  })

  it('ends with 1 where the service is not there, or does not know the key', async () => {
    const { environment } = await startService()
    const flags = ['--patience', '300ms', '--retries', '0', '--settle', '1ms']
    const file = await largeFile(100)
    const nobody = await command.run(['import', file, ...flags, '--base-url', await closedAddress()])
    expect(nobody).toMatchObject({ status: 1, stdout: expect.stringContaining('ECONNREFUSED') })
    const unknown = await command.run(['import', file, ...flags, '--json'], {
      ...environment,
      ENTITY_SCREENING_API_KEY: 'another-key',
    })
    expect(unknown.status).toBe(1)
    expect(JSON.parse(unknown.stdout)).toMatchObject({
      created: 0,
      left: 100,
      stopped: { cause: 'failed', error: { name: 'AuthenticationError' } },
    })
  })

  it.each([
    [['nowhere.csv'], 'nowhere.csv cannot be read: there is no such file (ENOENT)'],
    [['.'], '. cannot be read: it is a folder'],
    [
      ['package.json', '--problems', './package.json'],
      'FILE, --journal and --problems must be different files',
    ],
    [['-', '--journal', 'a', '--problems', 'a'], 'FILE, --journal and --problems must be different files'],
    [
      ['package.json', '--problems', 'problems.txt'],
      '--problems must name a file that ends in .csv or .jsonl',
    ],
    [
      ['package.json', '--problems', '/no/such/folder/a.csv'],
      '/no/such/folder/a.csv cannot be written: there is no such',
    ],
  ])('writes nothing where the files of %j will not do', async (parameters, sentence) => {
    const { server, environment } = await startService()
    const { status, stdout, stderr } = await command.run(['import', ...parameters], environment)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(`entity-screening: ${sentence}`)
    expect(server.requests.list()).toEqual([])
    expect(await readFile('package.json', 'utf8')).toContain('entity-screening-sdk')
  })
})
