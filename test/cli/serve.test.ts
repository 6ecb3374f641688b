import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readFlags } from '../../cli/definition/flags.ts'
import { UsageError } from '../../cli/failure.ts'
import { readServeSettings, serveFlags } from '../../cli/serve/settings.ts'
import { createWire, only, refusal, success } from '../mock-server/wire.ts'
import { callCommand, callServe } from './call-command.ts'
import { send, timestamp } from './serve-requests.ts'

const folder = await mkdtemp(join(tmpdir(), 'serve-'))

afterAll(() => rm(folder, { recursive: true }))

async function create(url: string, apiKey: string, name = 'Nordwind Turbinen GmbH') {
  const answer = await send(url, apiKey, 'POST', '/v1/entities', { type: 'organization', name })
  return success('createEntity', answer).data
}

/** The network of a new entity whose screening is done. */
async function screenedNetwork(url: string, apiKey: string): Promise<string> {
  const { id } = await create(url, apiKey)
  await send(url, apiKey, 'POST', '/__admin/clock/settle')
  const answer = await send(url, apiKey, 'GET', `/v1/entities/${id}/network`)
  success('getNetwork', answer)
  return answer.text
}

/** The id that a server with this seed gives the entity that these tests create. */
async function idWithSeed(seed: number): Promise<string> {
  const wire = createWire({ seed }, { id: 'my-team' })
  const body = { type: 'organization', name: 'Nordwind Turbinen GmbH' }
  return success('createEntity', await wire.post('/v1/entities', body)).data.id
}

describe('entity-screening serve', () => {
  it('prints its address as the only line of stdout, and on stderr how to connect', async () => {
    const { url, stop } = await callServe()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    const { stdout, stderr } = await stop()
    expect(stdout).toBe(`listening on ${url}\n`)
    expect(stderr.split('\n')).toEqual([
      `Console: ${url}/__admin/`,
      'In the shell of the client:',
      `  export ENTITY_SCREENING_BASE_URL=${url}`,
      '  export ENTITY_SCREENING_API_KEY=test-key',
      'Ctrl-C stops the server.',
      '',
    ])
  })

  it.each([
    ['flags', ['--admin-origin', 'https://a.example', '--admin-origin', 'http://b.example:3000'], {}],
    ['variables', [], { ENTITY_SCREENING_ADMIN_ORIGINS: 'https://a.example,http://b.example:3000' }],
  ])('lets pages of other origins use the control API: %s', async (_, flags, environment) => {
    const { url } = await callServe(flags, environment)
    const clock = async (origin: string) =>
      (await fetch(`${url}/__admin/clock`, { headers: { origin } })).status
    expect(await clock('https://a.example')).toBe(200)
    expect(await clock('http://b.example:3000')).toBe(200)
    expect(await clock('https://evil.example')).toBe(403)
  })

  it('is silent on stderr with --quiet', async () => {
    const { stop } = await callServe(['--quiet'])
    expect(await stop()).toMatchObject({ status: 0, stderr: '' })
  })

  it.each([
    ['--key', ['--key', 'chosen-key=my-team'], {}],
    ['ENTITY_SCREENING_KEYS', [], { ENTITY_SCREENING_KEYS: 'chosen-key=my-team' }],
  ])('prints no key from %s, but lines that connect a client', async (source, flags, environment) => {
    const { url, stop } = await callServe([...flags, '--host', '0.0.0.0'], environment)
    const { stdout, stderr } = await stop()
    expect(stdout + stderr).not.toContain('chosen-key')
    expect(stderr).toContain(`BASE_URL=${url.replace('0.0.0.0', '127.0.0.1')}\n`)
    // A shell such as zsh reads a comment as a command.
    expect(stderr).toContain('\n  read -rs ENTITY_SCREENING_API_KEY; export ENTITY_SCREENING_API_KEY\n')
    expect(stderr).toContain(`with a key given to ${source}:\n`)
  })

  it('warns in the words of its flags', async () => {
    const { url, stop } = await callServe(['--clock', 'manual'])
    await create(url, 'test-key')
    for (let polls = 0; polls < 9; polls += 1) await send(url, 'test-key', 'GET', '/v1/entities')
    await fetch(`${url}/v1/health`, { headers: { origin: 'https://evil.example' } })
    await send(url, 'other-key', 'GET', '/v1/entities')
    const { stderr } = await stop()
    expect(stderr).toContain('server.teams.create() makes keys, and --key takes them')
    expect(stderr).toContain('make the server with --clock stepping, call server.clock.settle() (POST')
    expect(stderr).toContain('if it has keys of your own (--key), and not test-key')
    expect(stderr).not.toMatch(/option|clock:/)
    const refused = await callCommand(['serve', '--latency', '99999999'])
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--latency must be a whole number from 0 to 86400000, not "99999999"'),
    })
  })

  it('has a key, a team, a real clock and the documented dialect by default', async () => {
    const { url } = await callServe()
    expect(await create(url, 'test-key')).toMatchObject({ teamId: 'team-1' })
    expect(Math.abs(Date.parse(await timestamp(url)) - Date.now())).toBeLessThan(60_000)
    expect(await screenedNetwork(url, 'test-key')).toContain('"RoleRelationship"')
    refusal(401, await send(url, 'other-key', 'GET', '/v1/entities'))
  })

  it('takes every flag', async () => {
    const flags = ['--key', 'my-key=my-team', '--key', 'more', '--key', 'a/+==b=other', '--seed', '7']
    const modes = ['--clock', 'manual', '--dialect', 'sample', '--entity-limit', '1']
    const { url } = await callServe([...flags, ...modes, '--host', '0.0.0.0'])
    expect(url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/)
    const here = url.replace('0.0.0.0', '127.0.0.1')
    expect(await timestamp(here)).toBe('2025-01-01T00:00:00.000Z')
    expect(await screenedNetwork(here, 'my-key')).toMatch(/"pep_json".*"HasRole"/)
    expect((await send(here, 'my-key', 'GET', '/v1/entities')).text).toContain(await idWithSeed(7))
    const full = { type: 'organization', name: 'One Too Many' }
    expect(refusal(403, await send(here, 'my-key', 'POST', '/v1/entities', full))).toContain('limit of 1 ')
    expect(await create(here, 'more')).toMatchObject({ teamId: 'team-1' })
    expect(await create(here, 'a/+==b')).toMatchObject({ teamId: 'other' })
    refusal(401, await send(here, 'test-key', 'GET', '/v1/entities'))
  })

  it('takes every environment variable', async () => {
    const { url } = await callServe([], {
      ENTITY_SCREENING_PORT: '0',
      ENTITY_SCREENING_HOST: 'localhost',
      ENTITY_SCREENING_KEYS: 'my-key=my-team,more',
      ENTITY_SCREENING_SEED: '7',
      ENTITY_SCREENING_CLOCK: 'manual',
      ENTITY_SCREENING_DIALECT: 'sample',
      ENTITY_SCREENING_ENTITY_LIMIT: '1',
    })
    expect(await timestamp(url)).toBe('2025-01-01T00:00:00.000Z')
    expect(await screenedNetwork(url, 'my-key')).toContain('"pep_json"')
    expect((await send(url, 'my-key', 'GET', '/v1/entities')).text).toContain(await idWithSeed(7))
    const full = { type: 'organization', name: 'One Too Many' }
    refusal(403, await send(url, 'my-key', 'POST', '/v1/entities', full))
    expect(await create(url, 'more')).toMatchObject({ teamId: 'team-1' })
  })

  it('prefers a flag to an environment variable', async () => {
    const { url } = await callServe(['--port', '0', '--clock', 'manual', '--key', 'flag-key'], {
      ENTITY_SCREENING_PORT: '1',
      ENTITY_SCREENING_CLOCK: 'broken',
      ENTITY_SCREENING_KEYS: 'environment-key',
    })
    expect(await timestamp(url)).toBe('2025-01-01T00:00:00.000Z')
    success('listEntities', await send(url, 'flag-key', 'GET', '/v1/entities'))
    refusal(401, await send(url, 'environment-key', 'GET', '/v1/entities'))
  })

  it('ignores an empty environment variable', async () => {
    const names = ['HOST', 'KEYS', 'SEED', 'CLOCK', 'DIALECT', 'ENTITY_LIMIT']
    const empty = Object.fromEntries(names.map(name => [`ENTITY_SCREENING_${name}`, '']))
    const { url } = await callServe([], empty)
    success('listEntities', await send(url, 'test-key', 'GET', '/v1/entities'))
  })
})

describe('the control API of the command', () => {
  it('resets the server, and moves and settles its clock', async () => {
    const { url } = await callServe(['--clock', 'manual'])
    const post = (path: string, body?: unknown) => send(url, 'test-key', 'POST', `/__admin/${path}`, body)
    await create(url, 'test-key')
    expect((await post('clock/advance', { ms: 60_000 })).body).toMatchObject({
      success: true,
      data: { now: '2025-01-01T00:01:00.000Z' },
    })
    await create(url, 'test-key')
    expect((await post('clock/settle')).body).toMatchObject({
      success: true,
      data: { now: '2025-01-01T00:01:05.000Z' },
    })
    expect((await post('reset')).body).toMatchObject({
      success: true,
      data: { now: '2025-01-01T00:00:00.000Z' },
    })
    expect((await send(url, 'test-key', 'GET', '/v1/entities')).text).toBe('[]')
  })

  it('refuses unknown requests', async () => {
    const { url } = await callServe(['--clock', 'manual'])
    const path = '/__admin/clock/advance'
    expect(refusal(400, await send(url, 'test-key', 'POST', path, { ms: -1 }))).toContain('ms must be')
    expect(refusal(400, await send(url, 'test-key', 'POST', path, { ms: 'soon' }))).toContain('ms must be')
    refusal(400, await send(url, 'test-key', 'POST', path))
    const get = await send(url, 'test-key', 'GET', '/__admin/reset')
    refusal(405, get)
    expect(get.headers.get('allow')).toBe('POST')
    refusal(404, await send(url, 'test-key', 'POST', '/__admin/nothing'))
    expect(await timestamp(url)).toBe('2025-01-01T00:00:00.000Z')
  })

  it('has no clock operation that stops the server', { tags: 'long' }, async () => {
    const { url } = await callServe(['--clock', 'manual'])
    for (let times = 0; times < 100; times += 1) {
      const answer = await send(url, 'test-key', 'POST', '/__admin/clock/advance', { ms: 1e14 })
      expect([200, 400]).toContain(answer.status)
    }
    expect(await timestamp(url)).toMatch(/^\d{4}-/)
  })
})

describe('help', () => {
  it('of the command is printed', async () => {
    const { status, stdout, stderr } = await callCommand(['--help'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: entity-screening <command>.*\bserve\b/s)
  })

  it('of serve is printed, and nothing is served', async () => {
    const { status, stdout, stderr } = await callCommand(['serve', '--port', '0', '--help'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).not.toMatch(/^listening/m)
    for (const name of ['port', 'host', 'key', 'seed', 'clock', 'dialect', 'max-text-length', 'state']) {
      expect(stdout).toContain(`--${name} `)
      const variable = name === 'key' ? 'KEYS' : name.replaceAll('-', '_').toUpperCase()
      expect(stdout).toMatch(new RegExp(`ENTITY_SCREENING_${variable}[ ,.]`))
    }
  })
})

describe('a command that is called wrongly', () => {
  it.each([
    [['surf'], 'there is no command "surf"; there are import, compare, list, '],
    [['serve', '--colour', 'red'], "Unknown option '--colour'"],
    [['serve', '--port', 'http'], '--port must be a whole number from 0 to 65535, not "http"'],
  ])('says so in a sentence, with status 2: %j', async (parameters, sentence) => {
    const { status, stdout, stderr } = await callCommand(parameters)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    // One line: a sentence, and no stack.
    expect(only(stderr.trimEnd().split('\n'))).toContain(`entity-screening: ${sentence}`)
  })

  it.each([
    [['--constructor', 'x'], "Unknown option '--constructor'"],
    [['--__proto__', 'x'], "Unknown option '--__proto__'"],
    [['--port'], "Option '--port <value>' argument missing"],
    [['--port', '1.5'], '--port must be a whole number from 0 to 65535, not "1.5"'],
    [['--port=-1'], '--port must be a whole number from 0 to 65535, not "-1"'],
    [['--entity-limit=-1'], '--entity-limit must be a whole number of at least 0, not "-1"'],
    [['--port', ''], '--port must not be empty'],
    [['--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536"'],
    [['--port', '6000'], '--port must be another port: browsers and fetch do not connect to 6000'],
    [['--seed', 'x'], '--seed must be a whole number of at least 0, not "x"'],
    [['--seed', '99999999999999999999'], '--seed must be a whole number from 0 to 9007199254740991, not'],
    [['--entity-limit', 'many'], '--entity-limit must be a whole number of at least 0, not "many"'],
    [['--max-text-length', '0'], '--max-text-length must be a whole number of at least 1, not "0"'],
    [['--latency', 'long'], '--latency must be a whole number from 0 to 86400000, not "long"'],
    [
      ['--admin-origin', 'https://a.example/path'],
      '--admin-origin must be an origin, such as https://tools.example',
    ],
    [['--admin-token', 'two words'], '--admin-token must be visible characters without spaces'],
    [['--clock', 'x0'], '--clock must be real, manual, stepping, or a factor such as x60, not "x0"'],
    [['--clock', 'fast'], '--clock must be real, manual, stepping, or a factor such as x60, not "fast"'],
    [['--dialect', 'klingon'], '--dialect must be one of documented, sample, mixed, not "klingon"'],
    [['--key', 'two words'], '--key must be KEY or KEY=TEAM, the key without spaces'],
    [['--key', ''], '--key must not be empty'],
    [['--key', 'a='], '--key must have a team after the last "="'],
    [['--key', 'a=t,b=u'], '--key must be one KEY or KEY=TEAM, without a comma: repeat the flag'],
  ])('serves nothing with %j', (flags, sentence) => {
    const refused = () => readServeSettings(readFlags('serve', serveFlags, flags).flags, {})
    expect(refused).toThrow(UsageError)
    expect(refused).toThrow(sentence)
  })

  it('serves nothing with one dialect in a flag and another in the behaviour', async () => {
    const file = join(folder, 'dialect.json')
    await writeFile(file, JSON.stringify({ dialect: 'mixed' }))
    const { status, stderr } = await callCommand([
      'serve',
      '--port',
      '0',
      '--dialect',
      'sample',
      '--behaviour',
      file,
    ])
    expect(status).toBe(2)
    expect(stderr).toContain('dialect.json is "mixed", not "sample": set it in one place')
  })

  it.each([
    [{ ENTITY_SCREENING_PORT: 'http' }, 'must be a whole number from 0 to 65535, not "http"'],
    [{ ENTITY_SCREENING_PORT: '6000' }, 'ENTITY_SCREENING_PORT must be another port'],
    [{ ENTITY_SCREENING_SEED: '-1' }, 'must be a whole number of at least 0, not "-1"'],
    [
      { ENTITY_SCREENING_CLOCK: 'fast' },
      'must be real, manual, stepping, or a factor such as x60, not "fast"',
    ],
    [{ ENTITY_SCREENING_DIALECT: 'klingon' }, 'must be one of documented, sample, mixed'],
    [{ ENTITY_SCREENING_ENTITY_LIMIT: 'many' }, 'must be a whole number of at least 0, not "many"'],
    [{ ENTITY_SCREENING_KEYS: 'one,two words' }, 'must be KEY or KEY=TEAM'],
  ])('serves nothing with the environment %j', (environment, sentence) => {
    expect(() => readServeSettings(readFlags('serve', serveFlags, []).flags, environment)).toThrow(sentence)
  })
})

describe('a command that cannot listen', () => {
  it('reports a port in use in a sentence, with status 1', async () => {
    const { port } = new URL((await callServe()).url)
    const { status, stdout, stderr } = await callCommand(['serve', '--port', port])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(only(stderr.trimEnd().split('\n'))).toBe(
      `entity-screening: 127.0.0.1:${port} is in use; --port 0 takes a free port`,
    )
  })

  it('reports an address that is not one of this machine', async () => {
    const { status, stderr } = await callCommand(['serve', '--port', '0', '--host', '203.0.113.1'])
    expect(status).toBe(1)
    expect(only(stderr.trimEnd().split('\n'))).toMatch(
      /^entity-screening: (203\.0\.113\.1:0 is not an address of this machine|cannot listen on )/,
    )
  })
})

it('an interruption stops the command although connections are open', async () => {
  const { url, stop } = await callServe()
  await timestamp(url)
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  socket.write('POST /v1/entities HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{')
  await once(socket, 'connect')
  expect(await stop()).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/\nCtrl-C stops the server\.\n$/),
  })
})
