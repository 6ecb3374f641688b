import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { MockServer } from 'entity-screening-sdk/mock-server'
import { expect, it, vi } from 'vitest'
import type { Report } from '../../mock-server/parity/index.ts'
import { callEverything, toArchive } from '../parity/recording/exchanges.ts'
import { prepareCommand } from './call-command.ts'
import { clientOf, startVerified as service } from './services.ts'

const command = prepareCommand()

it('verify reads with at most eight calls, and lists the open questions', { tags: 'long' }, async () => {
  const { server, environment } = await service()
  const { status, stdout, stderr } = await command.run(['verify'], environment)
  expect(status).toBe(0)
  expect(server.requests.list().length).toBeLessThanOrEqual(8)
  expect(server.requests.list().every(({ method }) => method === 'GET')).toBe(true)
  expect(stdout).toMatch(/^same +Where is the service index\? +both/m)
  expect(stdout).toMatch(/^not asked +Which status has invalid input\? +--write/m)
  expect(stderr).toContain('8 answers, 0 of them different.')
})

it('verify writes the differences to a file, and finds none with it', { tags: 'long' }, async () => {
  const behaviour = { listBody: 'data', firstRow: 0, caseStatuses: { low: 'CLEARED' } } as const
  const { environment } = await service({ behaviour })
  const all = ['--searches', '--wrong-key', '--write', '--journal', 'one.journal']
  const out = await command.run(['verify', ...all, '--out', 'behaviour.json'], environment)
  expect(out.status).toBe(3)
  expect(out.stdout).toMatch(
    /^differs +Where in the body is the list of entities\? +data \(not as specified\) +bare/m,
  )
  expect(JSON.parse(await readFile(join(command.folder, 'behaviour.json'), 'utf8'))).toMatchObject({
    version: 1,
    ...behaviour,
  })
  const again = await service({ behaviour })
  const under = ['--behaviour', 'behaviour.json', '--journal', 'two.journal']
  expect((await command.run(['verify', ...all.slice(0, 3), ...under], again.environment)).status).toBe(0)
})

it('verify judges a recording, and sends nothing', { tags: 'long' }, async () => {
  const behaviour = { createdStatus: 200, caseStatuses: { low: 'CLEARED' } } as const
  const exchanges = await callEverything({ behaviour })
  await writeFile(join(command.folder, 'service.har'), JSON.stringify(toArchive(exchanges)))
  const { status, stdout } = await command.run(['verify', '--replay', 'service.har', '--json'], {})
  expect(status).toBe(3)
  const { findings }: Report = JSON.parse(stdout)
  const differing = findings
    .filter(({ verdict, isReproducible }) => verdict === 'differs' && isReproducible)
    .map(({ id }) => id)
  expect(differing.sort()).toEqual(Object.keys(behaviour).sort())
})

it('verify writes only to an empty team, or one whose size is typed', { tags: 'long' }, async () => {
  const { server, environment } = await service()
  await clientOf(server).entities.create({ type: 'organization', name: 'Somebody Ltd' })
  const count = async () => (await clientOf(server).entities.list()).length
  for (const parameters of [[], ['--team-size', '2']]) {
    const { status, stderr } = await command.run(
      ['verify', '--write', '--journal', 'none.journal', ...parameters],
      environment,
    )
    expect(status).toBe(2)
    expect(stderr).toContain('nothing is written: the team has 1 entities')
    expect(await count()).toBe(1)
  }
  const allowed = ['verify', '--write', '--team-size', '1', '--journal', 'allowed.journal']
  expect((await command.run(allowed, environment)).status).toBe(0)
  const before = await count()
  expect(before).toBeLessThanOrEqual(9)
  expect(
    (
      await command.run(
        ['verify', '--write', '--team-size', String(before), '--journal', 'allowed.journal'],
        environment,
      )
    ).status,
  ).toBe(0)
  expect(await count()).toBe(before)
})

it('verify reports a failed check of doctor, and the exchanges until then', async () => {
  const { environment } = await service()
  const wrong = { ...environment, ENTITY_SCREENING_API_KEY: 'another-key-altogether' }
  const { status, stdout } = await command.run(['verify'], wrong)
  expect(status).toBe(1)
  expect(stdout).toMatch(/^fail +access +the service rejects the key/)
  expect(stdout).toMatch(/^same +What is the body of the health operation\? +json/m)
})

it('verify keeps a journal for one service', { tags: 'long' }, async () => {
  const [one, other] = [await service(), await service()]
  const run = ['verify', '--write', '--journal', 'bound.journal']
  expect((await command.run(run, one.environment)).status).toBe(0)
  const { status, stderr } = await command.run(run, other.environment)
  expect(status).toBe(1)
  expect(stderr).toContain('it belongs to another service')
  expect(await clientOf(other.server).entities.list()).toEqual([])
})

it('verify stops at the first 5xx, ignores it, and does not exit with 0', async () => {
  const { server, environment } = await service()
  server.faults.add({ operation: 'createEntity', status: 500 })
  const run = ['verify', '--write', '--json', '--journal', 'stopped.journal']
  const { status, stdout } = await command.run(run, environment)
  expect(status).toBe(1)
  const { findings, stopped }: Report = JSON.parse(stdout)
  expect(stopped).toBe('POST /v1/entities responded with 500')
  const asked = findings.filter(({ asks }) => asks.includes('write'))
  expect(asked.every(({ verdict }) => verdict === 'could_not_check')).toBe(true)
})

it('verify ends a call without a response in time', { tags: 'long' }, async () => {
  const { server, environment } = await service()
  server.faults.add({ operation: 'getNetwork', kind: 'no_response' })
  await clientOf(server).entities.create({ type: 'organization', name: 'Acme GmbH' })
  const { status, stderr } = await command.run(['verify', '--timeout', '300ms'], environment)
  expect(status).toBe(1)
  expect(stderr).toContain('had no response')
})

it('verify shows and writes its findings when it is interrupted', { tags: 'long' }, async () => {
  const { server, environment } = await service()
  const line = ['verify', '--for', '1h', '--out', 'part.json', '--quiet']
  const { interrupt, ended } = command.start(line, environment)
  await vi.waitFor(() => expect(server.requests.list().length).toBeGreaterThan(3), { timeout: 20_000 })
  await wait(500)
  interrupt()
  const { status, stdout, stderr } = await ended
  expect(status).toBe(130)
  expect(stdout).toMatch(/^same +Where is the service index\? +both/m)
  expect(stderr).toContain('stopped early: aborted')
  expect(JSON.parse(await readFile(join(command.folder, 'part.json'), 'utf8'))).toBeTypeOf('object')
})

it.each([
  [['--behaviour', 'absent.json'], 'absent.json cannot be read'],
  [['--replay', 'package.json'], 'package.json is not a recording'],
  [['--for', 'long'], '--for must be a time'],
  [['--write', '--team-size=-1'], '--team-size must be a whole number'],
  [['--journal', 'x'], '--journal needs --write'],
  [['--replay', 'package.json', '--write'], '--replay sends nothing: --write cannot be given with it'],
  [['--replay', 'package.json', '--for', '1s'], '--replay sends nothing: --for cannot be given with it'],
  [['--out', 'no-such-folder/x'], 'no-such-folder/x cannot be written'],
  [['--out', 'package.json'], 'package.json exists already: --replace replaces it'],
])('verify refuses %j', async (parameters, sentence) => {
  const { environment } = await service()
  const { status, stderr } = await command.run(['verify', ...parameters], environment)
  expect(status).not.toBe(0)
  expect(stderr).toContain(sentence)
})

it('verify takes less than 15 seconds for all questions', { tags: 'long' }, async () => {
  const { environment } = await service()
  const started = performance.now()
  await command.run(
    ['verify', '--searches', '--wrong-key', '--write', '--journal', 'timed.journal'],
    environment,
  )
  expect(performance.now() - started).toBeLessThan(15_000)
})

it('verify reads the list for the time of --for, and detects changes meanwhile', {
  tags: 'long',
}, async () => {
  const found = async (...flags: readonly string[]) => {
    const { server, environment } = await service({ clock: 'manual' })
    await clientOf(server).entities.create({ type: 'organization', name: '[sanctioned] Acme GmbH' })
    server.requests.clear()
    const running = command.run(['verify', '--json', ...flags], environment)
    await vi.waitFor(() => expect(paths(server)).toContain('/v1/entities'), { timeout: 10_000 })
    await wait(200)
    server.clock.settle()
    const { status, stdout } = await running
    expect(status).toBe(0)
    const { findings }: Report = JSON.parse(stdout)
    const verdictOf = (id: string) => findings.find(finding => finding.id === id)?.verdict
    const changes = ['transitions', 'caseStatuses', 'riskScale', 'shareUnit'].map(verdictOf)
    return { changes, lists: paths(server).filter(path => path === '/v1/entities').length }
  }
  const paths = (server: MockServer) => server.requests.list().map(({ path }) => path)
  const [without, looking] = [await found(), await found('--for', '1s')]
  expect(without).toEqual({ changes: Array(4).fill('not_seen'), lists: 1 })
  // Once at the end of a time that is shorter than the 30 seconds between two looks.
  expect(looking).toEqual({ changes: Array(4).fill('same'), lists: 2 })
})
