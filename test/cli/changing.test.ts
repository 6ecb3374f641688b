import { describe, expect, it } from 'vitest'
import { prepareCommand } from './call-command.ts'
import { startWithTwo } from './services.ts'

const command = prepareCommand()

describe('rescan', () => {
  it('rescans all entities', async () => {
    const { environment, client } = await startWithTwo()
    const { status, stdout } = await command.run(['rescan', '--all'], environment)
    expect({ status, stdout }).toEqual({ status: 0, stdout: '2 entities rescanned, 0 failed\n' })
    expect((await client.entities.list()).map(({ caseStatus }) => caseStatus)).toEqual([
      'NOT_STARTED',
      'NOT_STARTED',
    ])
  })

  it('ends with 3 if some entities cannot be rescanned, and names them', async () => {
    const { environment, ids } = await startWithTwo()
    const plain = await command.run(['rescan', ...ids, 'gone'], environment)
    expect(plain).toMatchObject({ status: 3, stdout: '2 entities rescanned, 1 failed\n' })
    expect(plain.stderr).toMatch(/^gone: 404 /)
    const json = await command.run(['rescan', 'gone', ...ids, '--json'], environment)
    expect(json).toMatchObject({ status: 3, stderr: '' })
    expect(JSON.parse(json.stdout)).toMatchObject({
      rescanned: ids.map(id => ({ id, caseStatus: 'NOT_STARTED' })),
      failed: [{ id: 'gone', error: { name: 'NotFoundError', message: expect.stringMatching(/^404 /) } }],
      remaining: [],
      stopped: null,
    })
  })

  it.each([['nope'], ['..']])('ends with 1 if no entity is rescanned: %s', async id => {
    const { environment } = await startWithTwo()
    for (const json of [[], ['--json']])
      expect(await command.run(['rescan', id, ...json], environment)).toMatchObject({ status: 1 })
  })

  it('rejects the value of an unset variable as wrong usage', async () => {
    const { environment, ids } = await startWithTwo()
    expect(await command.run(['rescan', ...ids, ''], environment)).toMatchObject({ status: 2, stdout: '' })
  })

  it('ends with 1 if the key is rejected', async () => {
    const { environment, ids } = await startWithTwo()
    const wrong = { ...environment, ENTITY_SCREENING_API_KEY: 'another-key' }
    const { status, stdout } = await command.run(['rescan', ...ids], wrong)
    expect(status).toBe(1)
    expect(stdout).toMatch(/^Stopped: 401 /m)
  })
})

describe('rescan --wait', () => {
  it('ends with 3 and names the entities that show no new result in time', { tags: 'long' }, async () => {
    const { environment, ids } = await startWithTwo()
    const plain = await command.run(['rescan', '--all', '--wait', '100ms', '--quiet'], environment)
    expect(plain).toMatchObject({
      status: 3,
      stdout: '2 entities rescanned, 0 failed, 2 without a new result\n',
      stderr: `${ids[0]}: Halfmoon Minerals Oy shows no new result yet\n${ids[1]}: Quiet Harbour Ltd shows no new result yet\n`,
    })
    const json = await command.run(['rescan', ...ids.slice(0, 1), '--wait', '100ms', '--json'], environment)
    expect(json.status).toBe(3)
    expect(JSON.parse(json.stdout)).toMatchObject({ rescanned: [{ id: ids[0] }], pending: ids.slice(0, 1) })
  })

  it('prints the report also if the list cannot be read while it waits', async () => {
    const { server, environment, ids } = await startWithTwo()
    server.faults.add({ operation: 'listEntities', status: 403 })
    const { status, stdout, stderr } = await command.run(['rescan', ...ids, '--wait', '1m'], environment)
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: '2 entities rescanned, 0 failed, 2 without a new result\n',
    })
    expect(stderr).toContain('403')
  })

  it('accepts only a time', async () => {
    const refused = await command.run(['rescan', '--all', '--wait', 'long'])
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('--wait must be a time') })
  })
})

describe('watch', () => {
  it('prints changes, and continues after a failed check', { tags: 'long' }, async () => {
    const { server, environment, client, ids } = await startWithTwo()
    const watch = command.start(['watch', '--every', '50ms', '--retries', '0'], environment)
    await watch.waitForText('stderr', /^watching/)
    server.faults.add({ operation: 'listEntities', status: 503, times: 1 })
    await client.entities.rescan(ids[0] ?? '')
    await watch.waitForText('stdout', /^.*\n/)
    watch.interrupt()
    const { status, stdout, stderr } = await watch.ended
    expect(stdout).toMatch(/^\d{4}-.+Z {2}Halfmoon Minerals Oy: case status /)
    expect(status).toBe(130)
    expect(stderr).toMatch(/^watching 2 entities\n.+ this check failed: 503 .+\n$/)
  })

  it('prints one JSON object per line for the selected entities, and ends in time, with 3 if one never came', {
    tags: 'long',
  }, async () => {
    const { environment, client, ids } = await startWithTwo()
    const [watched = '', other = ''] = ids
    const watch = command.start(
      ['watch', watched, 'gone', '--every', '50ms', '--for', '1s', '--json'],
      environment,
    )
    await watch.waitForText('stderr', /^watching/)
    for (const id of [other, watched]) await client.entities.rescan(id)
    const { status, stdout, stderr } = await watch.ended
    expect(status).toBe(3)
    expect(stderr).toMatch(
      /^watching 1 entity\ngone is not in the list yet\ngone is not in the list at the end\n/,
    )
    const changes = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'case_status_changed', id: watched, after: 'NOT_STARTED' }),
    )
    expect(changes.filter(({ id }) => id !== watched)).toEqual([])
  })

  it('ends with 1 if its key is rejected later', async () => {
    const { server, environment } = await startWithTwo()
    const watch = command.start(['watch', '--every', '50ms'], environment)
    await watch.waitForText('stderr', /^watching/)
    server.faults.add({ operation: 'listEntities', status: 401 })
    expect(await watch.ended).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^entity-screening watch: 401 .*[^.] \[invalid_key\]\. Run entity-screening doctor to find out why\.$/m,
      ),
    })
  })
})
