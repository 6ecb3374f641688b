import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { prepareCommand } from './call-command.ts'
import { clientOf, startOther, startService } from './services.ts'
import { webhookSecret as secret, startReceiver } from './watch-receiver.ts'

const command = prepareCommand()

describe('watch --state', () => {
  it('ends with 3 if no check compared everything, and says what is missing', { tags: 'long' }, async () => {
    const { server, environment } = await startService()
    await clientOf(server).entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    server.clock.settle()
    const flags = ['watch', '--networks', 'all', '--every', '20ms', '--for', '500ms', '--retries', '0']
    server.faults.add({ operation: 'getNetwork', status: 500 })
    const failing = await command.run(flags, environment)
    expect(failing).toMatchObject({ status: 3 })
    expect(failing.stderr).toMatch(/^1 network was not compared: .*500/m)
    server.faults.remove()
    expect(await command.run(flags, environment)).toMatchObject({ status: 0 })
  })

  it('prints changes since the last run, with the id of the event', async () => {
    const { server, environment } = await startService()
    const client = clientOf(server)
    const { id } = await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    const run = () => command.run(['watch', '--state', 'since.state', '--for', '1ms', '--json'], environment)
    expect(await run()).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringContaining(
        'the hits of 1 entity were not compared: the screening has not ended\n',
      ),
    })
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
})

describe('watch --once', () => {
  it('records, compares with the last run, and counts what it compared even if nothing changed', {
    tags: 'long',
  }, async () => {
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

    const { status, stdout, stderr } = await run('--json', '--networks', 'all')
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: 'the hits of 1 entity were not compared: the screening has not ended\n',
    })
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
    expect(stderr).toBe(
      'gone is not in the list yet\nthe hits of 2 entities were not compared: the screening has not ended\n',
    )
  })

  it('says that the team has none of the entities, as with the key of another team, and ends with 3', async () => {
    const { server, environment } = await startService()
    const { id } = await clientOf(server).entities.create({ type: 'organization', name: 'Halfmoon Oy' })
    server.clock.settle()
    const run = (...ids: string[]) =>
      command.run(['watch', ...ids, '--once', '--state', `${ids.join('-')}.state`], environment)
    const sentence = "the team's list shows none of the entities to watch"
    expect(await run('gone', 'lost')).toMatchObject({ status: 3, stderr: expect.stringContaining(sentence) })
    const { status, stderr } = await run('gone', id)
    expect([status, stderr]).toEqual([3, expect.not.stringContaining(sentence)])
    expect(await run(id)).toMatchObject({ status: 0 })
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
    const watch = command.start(['watch', '--every', '20ms', '--post', url], given)
    await watch.waitForText('stderr', /watching 1 entity/)
    server.clock.settle()
    await watch.waitForText('stderr', /changes not delivered: .+ responded with 404/)
    watch.interrupt()
    expect(await watch.ended).toMatchObject({ status: 130, stdout: '' })
  })

  it('signs with the current and the previous secret, so that a receiver with either accepts', async () => {
    const { server, environment } = await startService()
    const receiver = await startReceiver()
    const variable = `whsec_${btoa('the next secret, 24 byte')} ${secret}`
    const given = { ...environment, ENTITY_SCREENING_WEBHOOK_SECRET: variable }
    const line = ['watch', '--once', '--state', 'rotated.state', '--post', receiver.url]
    expect(await command.run(line, given)).toMatchObject({ status: 0 })
    await clientOf(server).entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    // The new entity is not screened yet.
    expect(await command.run(line, given)).toMatchObject({ status: 3 })
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
