import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandEntries } from '../../cli/catalogue.ts'
import { exit } from '../../cli/failure.ts'
import { wrapLines } from '../../cli/output/text.ts'
import { findColumns } from '../../src/portfolio/source/columns.ts'
import { apiKey } from '../answering.ts'
import { callCommand as call, prepareCommand } from './call-command.ts'
import { closedAddress, startService } from './services.ts'

const connected = { ENTITY_SCREENING_BASE_URL: 'http://127.0.0.1:1', ENTITY_SCREENING_API_KEY: apiKey }

describe('help', () => {
  it('lists every command with a line, and the exit statuses', async () => {
    const { status, stdout, stderr } = await call(['--help'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    for (const [name, { summary }] of commandEntries)
      expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'))
    for (const exitStatus of [0, 1, 2, 3, 4, 5, 130])
      expect(stdout).toMatch(new RegExp(`^  ${exitStatus} +\\w`, 'm'))
    expect(await call(['help'])).toEqual({ status, stdout, stderr })
  })

  it('is on stderr, with status 2, without a command', async () => {
    const { stdout } = await call(['--help'])
    expect(await call([])).toEqual({ status: 2, stdout: '', stderr: stdout })
  })

  it.each([...commandEntries.keys()])('of %s is the same with `help`', async name => {
    expect(await call(['help', name])).toEqual(await call([name, '--help']))
  })

  it('has only the exit statuses that the command can end with', async () => {
    const statusesOf = async (name: string) => {
      const { stdout } = await call(['help', name])
      return Array.from(stdout.matchAll(/^ {2}(\d+) {2,}\w/gm), ([, status]) => Number(status))
    }
    expect(await statusesOf('import')).toEqual([0, 1, 2, 3, 4, 130])
    expect(await statusesOf('rescan')).toEqual([0, 1, 2, 3, 130])
    expect(await statusesOf('list')).toEqual([0, 1, 2, 130])
    expect(await statusesOf('serve')).toEqual([0, 1, 2])
  })

  it('shows complete ids, and a header that needs --columns', async () => {
    const texts = await Promise.all(
      [...commandEntries.keys()].map(async name => (await call(['help', name])).stdout),
    )
    const ids = texts.join('').match(/\b[0-9a-f]{8,}\b/g) ?? []
    expect(ids.length).toBeGreaterThan(3)
    for (const id of ids) expect(id).toHaveLength(24)
    for (const text of texts.filter(text => text.includes('--columns name='))) {
      const [, header = ''] = /--columns name=(\w+)/.exec(text) ?? []
      expect(header).not.toBe('')
      expect(findColumns([header], {}).columnOf).toEqual({})
    }
  })

  it.each([...commandEntries.keys()])('of %s has examples, and fits a terminal', async name => {
    const { status, stdout, stderr } = await call([name, 'anything', '-h'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain(`\nExamples:\n  entity-screening ${name}`)
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  })

  it('of decide shows how to propose, and how to approve', async () => {
    const { stdout } = await call(['decide', '--help'])
    const [, examples = ''] = stdout.split('\nExamples:\n')
    for (const flags of ['--verdict false_positive --reason', '--approve $PROPOSAL'])
      expect(examples).toContain(flags)
  })

  it('calls a rule required for owners, but not for report', async () => {
    const [owners, report] = [await call(['owners', '--help']), await call(['report', '--help'])]
    expect(owners.stdout).toMatch(/--rule amld\|amlr +required: amld /)
    expect(report.stdout).toMatch(/--rule amld\|amlr +amld /)
  })
})

it('the version is that of the package, with its runtime', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(await call(['--version'])).toMatchObject({
    status: 0,
    stdout: `entity-screening-sdk ${version} (Node ${process.version}, ${process.platform} ${process.arch})\n`,
    stderr: '',
  })
})

describe('a key', () => {
  it.each([
    [['list', '--key', apiKey]],
    [['list', `--key=${apiKey}`]],
    [['import', 'a.csv', `--api-key=${apiKey}`]],
    [['network', '--apikey', apiKey, '7']],
    [['doctor', '--API_KEY', apiKey]],
    [['watch', '--token', apiKey]],
    [['rescan', `-key=${apiKey}`]],
  ])('is not a flag, and is not repeated: %#', async line => {
    const { status, stdout, stderr } = await call(line, connected)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(
      /^entity-screening: a key is not accepted on the command line, .*ENTITY_SCREENING_API_KEY/,
    )
  })

  describe('in a file', () => {
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'entity-screening-key-'))
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    it.each([
      ['', 'is empty'],
      ['\nkey on the second line', 'is empty'],
      [`two words ${apiKey}`, 'cannot be a key'],
      [`${apiKey}\u0000`, 'cannot be a key'],
      ['x'.repeat(20_000).replaceAll('x', '\u{1f511}'), 'cannot be a key'],
    ])('is refused if it cannot be a key: %#', async (content, problem) => {
      const file = join(folder, 'key')
      await writeFile(file, content, { mode: 0o600 })
      const { status, stderr } = await call(['list', '--key-file', file], connected)
      expect(status).toBe(2)
      expect(stderr).toContain(`the first line of the file that --key-file names ${problem}`)
    })

    it('is reported if the file is missing', async () => {
      const { status, stderr } = await call(['list', '--key-file', folder], connected)
      expect([status, stderr]).toEqual([
        1,
        'entity-screening: the file that --key-file names cannot be read: it is a folder\n',
      ])
    })

    it('takes precedence over the environment, with a warning if others can read it', async () => {
      const { server, environment } = await startService()
      const file = join(folder, 'open-key')
      await writeFile(file, `\ufeff  ${apiKey}\r\nnot this\n`)
      const given = { ...environment, ENTITY_SCREENING_API_KEY: 'another-key' }
      const { status, stderr } = await call(['list', '--key-file', file, '--quiet'], given)
      expect(server.requests.list()).toMatchObject([{ status: 200 }])
      expect([status, stderr]).toEqual([
        0,
        expect.stringMatching(/^warning: .+ can be read by other users .+ chmod 600\n$/),
      ])
    })
  })
})

it('text is wrapped between words, and keeps its lines and indentation', () => {
  expect(wrapLines('one two three\n\n  four five\nunbreakable-word x', 9)).toEqual([
    'one two',
    'three',
    '',
    '  four',
    '  five',
    'unbreakable-word',
    'x',
  ])
})

describe('a command with wrong usage', () => {
  it.each([
    [['--key', 'secret-key=x', '--key', 'secret-key=y'], {}, '--key'],
    [['--key', 'secret-key', '--key', 'other=z', '--key', 'secret-key=y'], {}, '--key'],
    [[], { ENTITY_SCREENING_KEYS: 'secret-key=x,secret-key=y' }, 'ENTITY_SCREENING_KEYS'],
  ])('refuses one key for two teams without showing it: serve %j %j', async (flags, environment, source) => {
    const { status, stdout, stderr } = await call(['serve', '--port', '0', ...flags], environment)
    expect(status).toBe(exit.usage)
    expect(stderr).toContain(`${source} gives the same key to two teams`)
    expect(stdout + stderr).not.toContain('secret-key')
  })

  it.each([
    [['help', 'surf'], 'there is no command "surf"'],
    [
      ['surf'],
      'there is no command "surf"; there are import, compare, list, network, hits, decide, decisions, owners, exposure, report, search, rescan, watch, doctor, verify, serve',
    ],
    [['list', 'more'], 'list expects no arguments, only flags'],
    [['lst'], 'there is no command "lst" (did you mean list?)\n'],
    [['help', 'serv'], 'there is no command "serv" (did you mean serve?)\n'],
    [
      ['list', '--contry', 'DE'],
      "Unknown option '--contry' (did you mean --country?). See entity-screening list --help.\n",
    ],
    [
      ['serve', '--stat=x'],
      "Unknown option '--stat' (did you mean --state?). See entity-screening serve --help.\n",
    ],
    [
      ['search', 'organisations'],
      'search expects organizations, persons or entities, not "organisations" (did you mean organizations?)\n',
    ],
    [
      ['list', '--base-url', 'localhost:4010'],
      'the base URL must be an absolute http or https URL, or in a page a path (did you mean http://localhost:4010?)',
    ],
    [
      ['list', '--hlep'],
      "Unknown option '--hlep' (did you mean --help?). See entity-screening list --help.\n",
    ],
    [['--hlep'], 'there is no command "--hlep" (did you mean --help?)\n'],
    [['serve', '--key', '=team'], '--key must be KEY or KEY=TEAM, the key without spaces\n'],
    [['list', '--colour'], "Unknown option '--colour'. See entity-screening list --help."],
    [
      ['list', '--timeout', '30'],
      '--timeout must be a time from 1ms to 24d, such as 500ms, 30s, 10m or 2h, not "30"',
    ],
    [['list', '--timeout', '0s'], '--timeout must be a time'],
    [['list', '--timeout', '30d'], '--timeout must be a time from 1ms to 24d'],
    [['list', '--timeout'], "Option '--timeout <value>' argument missing"],
    [['list', '--retries=-1'], '--retries must be a whole number from 0 to 100, not "-1"'],
    [
      ['list', '--retries', '-1'],
      '--retries needs a value; one that begins with a hyphen is written --retries=-1',
    ],
    [['hits', '—all'], '"—all" begins with a dash, not with two hyphens (did you mean --all?)'],
    [
      ['list', '–country', 'DE'],
      '"–country" begins with a dash, not with two hyphens (did you mean --country?)',
    ],
    [['network', '“Nordwind” GmbH', '—'], '"—" begins with a dash'],
    [['hits', '-all'], "Unknown option '-all' (did you mean --all?). See entity-screening hits --help."],
    [['list', '-country=DE'], "Unknown option '-country' (did you mean --country?)"],
    [['serve', 'now'], 'serve expects no arguments, only flags'],
    [['list', '--csv', '--json'], '--json and --csv cannot both be printed'],
    [['hits'], 'hits expects one ID or name, --number, or --all'],
    [['exposure', '7', '--fail-on', 'all'], '--fail-on must be one of blocked, possible, incomplete'],
    [['list', '--retries', '1000'], '--retries must be a whole number from 0 to 100, not "1000"'],
    [['list', '--retries', '1', '--retries', '2'], '--retries may be given only once'],
    [['list', '--type', 'ship'], '--type must be one of organization, person, not "ship"'],
    [
      ['list', '--country', 'Atlantis'],
      '--country must be a country: a 2-letter or 3-letter ISO code, or a name',
    ],
    [['list', '--country', 'Korea'], '--country "Korea" could be KP or KR: give the ISO code'],
    [['list', '--base-url', 'screening'], 'the base URL must be an absolute http or https URL'],
    [['list', '--base-url', 'http://u:p@x'], 'the base URL must not hold a user name or password'],
    [['network'], 'network expects one ID or name'],
    [['network', 'a', 'b'], 'network expects one ID or name'],
    [['search'], 'search expects organizations, persons or entities\n'],
    [['search', 'ships'], 'search expects organizations, persons or entities, not "ships"'],
    [['search', 'organizations'], 'search organizations expects a NAME'],
    [['search', 'organizations', 'Two', 'Words'], 'a name of several words must be quoted'],
    [
      ['search', 'organizations', 'A', '--first', 'B'],
      'search organizations has no --first; it has --country, --registration',
    ],
    [
      ['search', 'persons', '--first', 'Ilse'],
      'search persons expects a NAME, or --first together with --last',
    ],
    [
      ['search', 'persons', 'Ilse Brandt', '--last', 'Brandt'],
      'search persons expects a NAME, or --first together',
    ],
    [['search', 'entities', '--limit', '0'], '--limit must be a whole number of at least 1, not "0"'],
    [['rescan'], 'rescan expects either IDs or --all'],
    [['rescan', '7', '--all'], 'rescan expects either IDs or --all'],
    [['rescan', '7', '--concurrency', '17'], '--concurrency must be a whole number from 1 to 16, not "17"'],
    [['watch', '--every', 'often'], '--every must be a time'],
    [['doctor', 'now'], 'doctor expects no arguments, only flags'],
    [['import'], 'import expects one FILE, or - for stdin'],
    [['import', '-', '--columns', 'name'], '--columns must be FIELD=HEADER, such as name=Account'],
    [['import', '-', '--columns', 'vat=VAT'], 'the field of --columns must be one of type, name, '],
    [
      ['import', '-', '--batch-size', '1001'],
      '--batch-size must be a whole number from 1 to 1000, not "1001"',
    ],
    [
      ['import', '-', '--on-possible-duplicate', 'ask'],
      '--on-possible-duplicate must be one of skip, create',
    ],
  ])('lists the accepted values, with status 2: %j', async (line, sentence) => {
    const { status, stdout, stderr } = await call(line, connected)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^entity-screening: [^\n]+\n$/)
    expect(stderr).toContain(`entity-screening: ${sentence}`)
  })

  it.each([
    ['serve', 'PORT', 'x', 'must be a whole number from 0 to 65535, not "x"'],
    ['serve', 'KEYS', 'good-key,=team', 'must be KEY or KEY=TEAM, the key without spaces'],
    ['serve', 'SEED', '-1', 'must be a whole number of at least 0, not "-1"'],
    ['serve', 'CLOCK', 'fast', 'must be real, manual, stepping, or a factor such as x60, not "fast"'],
    ['serve', 'DIALECT', 'own', 'must be one of documented, sample, mixed, not "own"'],
    ['serve', 'ADMIN_TOKEN', 'a b', 'must be visible characters without spaces'],
    ['list', 'BASE_URL', 'screening', 'must be an absolute http or https URL'],
  ])('names the invalid variable: %s with %s', async (name, variable, value, sentence) => {
    const given = { ...connected, [`ENTITY_SCREENING_${variable}`]: value }
    const { status, stderr } = await call([name], given)
    expect(status).toBe(exit.usage)
    expect(stderr).toContain(`entity-screening: ENTITY_SCREENING_${variable} ${sentence}`)
  })

  it('reports a missing address or key', async () => {
    const [noKey, noAddress] = [
      { ...connected, ENTITY_SCREENING_API_KEY: '' },
      { ENTITY_SCREENING_API_KEY: apiKey },
    ]
    expect(await call(['list'], noKey)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no API key: set '),
    })
    expect(await call(['list'], noAddress)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no base URL: use --base-url'),
    })
    expect(await call(['list'], {})).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/no base URL: .*; no API key: /),
    })
  })

  it('shows no control character of its input', async () => {
    const { stderr } = await call(['\u001b[2J\n\u202e'])
    expect(stderr).toContain('there is no command "\\u001b[2J\\u000a\\u202e"')
  })
})

describe('a service that is away', () => {
  const command = prepareCommand()

  it.each([['list'], ['network 7'], ['search entities'], ['rescan --all'], ['watch']])(
    'ends %s with 1, and with advice',
    async line => {
      const environment = { ENTITY_SCREENING_BASE_URL: await closedAddress() }
      const parameters = [...line.split(' '), '--retries', '0', '--verbose']
      const { status, stdout, stderr } = await command.run(parameters, environment)
      expect(status).toBe(1)
      expect(stdout + stderr).toContain('ECONNREFUSED')
      if (line !== 'rescan --all')
        expect(stderr).toMatch(/[^.] \[no_connection\]\. Run entity-screening doctor to find out why\.$/m)
    },
  )
})
