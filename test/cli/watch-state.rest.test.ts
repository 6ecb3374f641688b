import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { noPostgres, postgresUrl } from '../find-postgres.ts'
import { replay, stateOf, unique } from '../portfolio/monitoring/watching.ts'
import { installCommand, outcomeOf } from './built-command.ts'
import { installDriver, newPostgresJournal } from './postgres-journal.ts'
import { clientOf, startService } from './services.ts'
import { webhookSecret as secret, startReceiver } from './watch-receiver.ts'

const command = installCommand()

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

  it('ends with 3 if no check ended, and says so', async () => {
    const { server, environment } = await startService()
    await clientOf(server).entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    server.clock.settle()
    const flags = ['watch', '--networks', 'all', '--every', '20ms', '--for', '500ms', '--retries', '0']
    server.faults.add({ operation: 'listEntities', kind: 'no_response' })
    const hanging = await command.run(flags, environment)
    expect(hanging).toMatchObject({ status: 3 })
    expect(hanging.stderr).toContain('no check ended before the time was over')
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

it.skipIf(postgresUrl === null)(
  `watch --state in Postgres reports changes since the last run${postgresUrl === null ? `: ${noPostgres}` : ''}`,
  async () => {
    await installDriver(command.folder)
    const { server, environment } = await startService()
    const line = ['watch', '--once', '--state', newPostgresJournal('team')]
    const runWatch = async () => (await command.runApart(line, environment)).stdout
    expect(await runWatch()).toContain('0 entities')
    await clientOf(server).entities.create({ type: 'organization', name: 'Nordwind GmbH' })
    expect(await runWatch()).toContain('entity Nordwind GmbH')
    expect(await runWatch()).toContain('0 changes')
  },
)
