import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { WatchEvent } from 'entity-screening-sdk/portfolio'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { noPostgres, postgresUrl } from '../find-postgres.ts'
import { replay, stateOf, unique } from '../portfolio/monitoring/watching.ts'
import { outcomeOf } from './built-command.ts'
import { prepareCommand } from './call-command.ts'
import { installDriver, newPostgresJournal } from './postgres-journal.ts'
import { clientOf, startOther, startService } from './services.ts'

const command = prepareCommand()

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

/** A receiver that takes what is signed with the secret, when the test lets it. */
async function startReceiver() {
  const events: WatchEvent[] = []
  const receiver = { events, isDown: false, url: '' }
  receiver.url = await startOther(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    new Webhook(secret).verify(body, headers)
    if (!receiver.isDown) events.push(JSON.parse(body).data)
    response.writeHead(receiver.isDown ? 503 : 204).end()
  })
  return receiver
}

describe('watch --state', () => {
  it('reports each change in one event, despite kills and a webhook that is down', async () => {
    const { server, environment } = await startService()
    const client = clientOf(server)
    for (let at = 0; at < 12; at += 1)
      await client.entities.create({ type: 'organization', name: `[changing] Company ${at} Ltd` })
    server.clock.settle()
    const receiver = await startReceiver()
    const journal = join(command.folder, 'killed.state')
    const flags = ['watch', '--state', journal, '--every', '10ms', '--post', receiver.url]
    const given = { ...environment, ENTITY_SCREENING_WEBHOOK_SECRET: secret }
    const before = stateOf(await client.entities.list())
    // The list is compared. The time may be over before the networks are read.
    expect(await command.run([...flags, '--for', '1ms'], given)).toMatchObject({ stdout: '' })

    for (let kill = 0; kill < 8; kill += 1) {
      const child = command.start(flags, given)
      const ended = outcomeOf(child)
      await once(child.stderr, 'data')
      receiver.isDown = kill % 3 === 0
      for (const { id } of (await client.entities.list()).slice(kill, kill + 5)) {
        await client.entities.rescan(id)
        await wait(Math.random() * 10)
        if (Math.random() < 0.3) server.clock.settle()
      }
      child.kill('SIGKILL')
      expect(await ended).toMatchObject({ status: null })
    }
    receiver.isDown = false
    server.clock.settle()
    const last = ['watch', '--once', '--state', journal, '--post', receiver.url]
    expect(await command.run(last, given)).toMatchObject({ status: 0 })

    const changes = unique(receiver.events).flatMap(event => event.changes)
    expect(changes.length).toBeGreaterThan(20)
    expect(replay(before, changes)).toEqual(stateOf(await client.entities.list()))
    for (const event of receiver.events)
      expect(event).toEqual(receiver.events.find(({ id }) => id === event.id))
  })

  it('ends with 3 if no check compared everything, and says what is missing', async () => {
    const { server, environment } = await startService()
    await clientOf(server).entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    server.clock.settle()
    const flags = ['watch', '--networks', 'all', '--every', '20ms', '--for', '2s', '--retries', '0']
    server.faults.add({ operation: 'getNetwork', status: 500 })
    const failing = await command.run(flags, environment)
    expect(failing).toMatchObject({ status: 3 })
    expect(failing.stderr).toMatch(/^1 network was not compared: .*500/m)
    server.faults.remove()
    expect(await command.run(flags, environment)).toMatchObject({ status: 0 })
    server.faults.add({ operation: 'listEntities', kind: 'no_response' })
    const hanging = await command.run(flags, environment)
    expect(hanging).toMatchObject({ status: 3 })
    expect(hanging.stderr).toContain('no check ended before the time was over')
  })

  it('prints changes since the last run, with the id of the event', async () => {
    const { server, environment } = await startService()
    const client = clientOf(server)
    const { id } = await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    const run = () => command.run(['watch', '--state', 'since.state', '--for', '1ms', '--json'], environment)
    expect(await run()).toMatchObject({ status: 0, stdout: '' })
    server.clock.settle()
    const { stdout } = await run()
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines[0]).toMatchObject({
      event: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.any(String),
      id,
    })
    expect(new Set(lines.map(({ event }) => event)).size).toBe(1)
    expect(await run()).toMatchObject({ status: 0, stdout: '' })
  })

  it('is refused while another watch holds the journal, and for a file that is not a journal', async () => {
    const { environment } = await startService()
    const first = command.start(['watch', '--state', 'shared.state'], environment)
    await once(first.stderr, 'data')
    const second = await command.run(['watch', '--state', 'shared.state'], environment)
    expect(second).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/shared\.state is in use by another process/),
    })
    const other = await command.run(['watch', '--state', 'package.json'], environment)
    expect(other).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/package\.json is not a SQLite file/),
    })
  })
})

describe('watch --once', () => {
  it('records, compares with the last run, and counts what it compared even if nothing changed', async () => {
    const { server, environment } = await startService()
    const { entities } = clientOf(server)
    await entities.create({ type: 'organization', name: '[changing] Halfmoon Minerals Oy' })
    server.clock.settle()
    const run = (...flags: string[]) =>
      command.run(['watch', '--once', '--state', 'weekly.state', ...flags], environment)

    const recorded = await run()
    expect(recorded).toMatchObject({ status: 0, stderr: 'starts a new watch state: weekly.state\n' })
    expect(recorded.stdout).toMatch(/Z {2}recorded 1 entity, 1 network; the next run compares with them\n$/)

    const same = await run()
    expect(same).toMatchObject({ status: 0, stderr: '' })
    expect(same.stdout).toMatch(/^\S+Z {2}compared 1 entity, 0 networks: 0 changes\n$/)

    await entities.create({ type: 'organization', name: 'Quiet Harbour Ltd' })
    const changed = await run()
    expect(changed.stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/entity Quiet Harbour Ltd/),
      expect.stringMatching(/compared 2 entities, 0 networks: 1 change$/),
    ])

    const { status, stdout } = await run('--json', '--networks', 'all')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      kind: 'summary',
      at: expect.stringMatching(/Z$/),
      entities: 2,
      compared: 2,
      networks: { read: 1, remaining: 0 },
      missing: [],
      changes: 0,
      undelivered: 0,
      isNewState: false,
    })
  })

  it('records entities that a state with other entities lacks', async () => {
    const { server, environment } = await startService()
    const { entities } = clientOf(server)
    const first = await entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    const second = await entities.create({ type: 'organization', name: 'Quiet Harbour Ltd' })
    const run = (...ids: string[]) =>
      command.run(['watch', ...ids, '--once', '--state', 'some.state', '--json'], environment)
    expect(JSON.parse((await run(first.id)).stdout)).toMatchObject({ isNewState: true })
    const { stdout, stderr } = await run(first.id, second.id, 'gone')
    expect(JSON.parse(stdout)).toMatchObject({ entities: 2, compared: 1, missing: ['gone'], changes: 0 })
    expect(stderr).toBe('gone is not in the list yet\n')
  })

  it('ends with 3 if a network was not compared', async () => {
    const { server, environment } = await startService()
    await clientOf(server).entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    server.clock.settle()
    server.faults.add({ operation: 'getNetwork', status: 500 })
    const line = ['watch', '--once', '--state', 'unread.state', '--retries', '0']
    const { status, stdout, stderr } = await command.run(line, environment)
    expect(status).toBe(3)
    expect(stdout).toContain('recorded 1 entity, 0 networks')
    expect(stderr).toMatch(/^1 network was not compared: 500 /m)
  })

  it('prints no summary and ends with 1 if the list cannot be read', async () => {
    const { server, environment } = await startService()
    server.faults.add({ operation: 'listEntities', status: 500 })
    const line = ['watch', '--once', '--state', 'failed.state', '--retries', '0']
    expect(await command.run(line, environment)).toMatchObject({ status: 1, stdout: '' })
  })

  it.each<[string[], string]>([
    [[], '--once needs --state'],
    [['--state', 'x.state', '--every', '1m'], 'leave out --every and --for'],
    [['--state', 'x.state', '--for', '1m'], 'leave out --every and --for'],
  ])('is refused with %o', async (flags, sentence) => {
    const refused = await command.run(['watch', '--once', ...flags])
    expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(sentence) })
  })
})

it('watch refuses a state in a missing folder, as import refuses a journal', async () => {
  const { environment } = await startService()
  const file = join(command.folder, 'nowhere', 'team.state')
  const rows = 'name,type\nNordwind GmbH,organization\n'
  const outcomes = [
    ['--state', await command.run(['watch', '--state', file], environment)],
    ['--journal', await command.run(['import', '-', '--journal', file], environment, rows)],
  ] as const
  for (const [flag, outcome] of outcomes) {
    const stderr = `entity-screening: ${flag}: no such folder: ${join(command.folder, 'nowhere')}\n`
    expect(outcome).toEqual({ status: 1, stdout: '', stderr })
  }
})

describe('watch --networks', () => {
  it.each([
    ['never', 0],
    ['all', 1],
  ])('%s: these networks are read, and their hits remembered', async (networks, reads) => {
    const { server, environment } = await startService()
    await clientOf(server).entities.create({ type: 'organization', name: '[sanctioned] Acme GmbH' })
    server.clock.settle()
    server.requests.clear()
    const journal = join(command.folder, `${networks}.state`)
    const line = ['watch', '--once', '--networks', networks, '--state', journal]
    expect(await command.run(line, environment)).toMatchObject({ status: 0 })
    const read = server.requests.list().filter(({ operation }) => operation === 'getNetwork')
    expect(read).toHaveLength(reads)
  })

  it('accepts no other value', async () => {
    const refused = await command.run(['watch', '--networks', 'some'])
    expect(refused).toMatchObject({ status: 2 })
    expect(refused.stderr).toContain('--networks')
  })
})

describe('watch --post', () => {
  it('reports that an event was not delivered, with the reason', async () => {
    const { server, environment } = await startService()
    const client = clientOf(server)
    await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    const url = await startOther((_, response) => void response.writeHead(404).end())
    const given = { ...environment, ENTITY_SCREENING_WEBHOOK_SECRET: secret }
    const child = command.start(['watch', '--every', '20ms', '--post', url], given)
    const ended = outcomeOf(child)
    let said = ''
    child.stderr.on('data', chunk => (said += chunk))
    await vi.waitFor(() => expect(said).toContain('watching 1 entity'), 10_000)
    server.clock.settle()
    await vi.waitFor(() => expect(said).toMatch(/changes not delivered: .+ responded with 404/), 10_000)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ status: 130, stdout: '' })
  })

  it('signs with the current and the previous secret, so that a receiver with either accepts', async () => {
    const { server, environment } = await startService()
    const receiver = await startReceiver()
    const variable = `whsec_${btoa('the next secret, 24 byte')} ${secret}`
    const given = { ...environment, ENTITY_SCREENING_WEBHOOK_SECRET: variable }
    const line = ['watch', '--once', '--state', 'rotated.state', '--post', receiver.url]
    expect(await command.run(line, given)).toMatchObject({ status: 0 })
    await clientOf(server).entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    expect(await command.run(line, given)).toMatchObject({ status: 0 })
    expect(receiver.events).toMatchObject([
      { changes: [{ kind: 'entity_new', entity: { name: 'Halfmoon Minerals Oy' } }] },
    ])
  })

  const post = ['--post', 'https://hooks.example/']
  it.each<[string[], string | undefined, RegExp]>([
    [post, undefined, /--post needs a secret: set ENTITY_SCREENING_WEBHOOK_SECRET to whsec_/],
    [post, 'whsec_far-too-short', /SECRET must be whsec_ and then 24 to 64 bytes/],
    [post, `${secret} whsec_far-too-short`, /SECRET must be whsec_ and then 24 to 64 bytes/],
    [post, `${secret} ${secret} ${secret}`, /SECRET may hold two secrets at most/],
    [['--post', 'http://hooks.example/'], secret, /--post must begin with https:/],
    [[...post, '--secret', 'x'], secret, /a key is not accepted on the command line/],
  ])('rejects %o as wrong usage', async (flags, variable, sentence) => {
    const { environment } = await startService()
    const given = { ...environment, ENTITY_SCREENING_WEBHOOK_SECRET: variable }
    const outcome = await command.run(['watch', ...flags], given)
    expect(outcome).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(sentence) })
    expect(outcome.stderr).not.toMatch(/far-too-short|C2FVs/)
  })
})

it.skipIf(postgresUrl === null)(
  `watch --state in Postgres reports changes since the last run${postgresUrl === null ? `: ${noPostgres}` : ''}`,
  async () => {
    await installDriver(command.folder)
    const { server, environment } = await startService()
    const line = ['watch', '--once', '--state', newPostgresJournal('team')]
    const runWatch = async () => (await command.run(line, environment)).stdout
    expect(await runWatch()).toContain('0 entities')
    await clientOf(server).entities.create({ type: 'organization', name: 'Nordwind GmbH' })
    expect(await runWatch()).toContain('entity Nordwind GmbH')
    expect(await runWatch()).toContain('0 changes')
  },
)
