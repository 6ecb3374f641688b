import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import { openStateFile } from '../../../mock-server/adapters/state-file.ts'
import { bundle } from '../../bundle.ts'

/**
 * Creates entities, attaches documents and makes teams, and says what was acknowledged. At a given one of the calls of SQLite the
 * process kills itself.
 */
const program = `
  import { writeSync } from 'node:fs'
  import { DatabaseSync, StatementSync } from 'node:sqlite'
  import { createMockServer } from './mock-server/index.ts'
  import { openStateFile } from './mock-server/adapters/state-file.ts'
  const [file, fatal, run] = process.argv.slice(2)
  let calls = 0
  for (const [prototype, name] of [[StatementSync.prototype, 'all'], [DatabaseSync.prototype, 'exec'], [DatabaseSync.prototype, 'close']]) {
    const real = prototype[name]
    prototype[name] = function (...parameters) {
      calls += 1
      if (calls === Number(fatal)) {
        process.kill(process.pid, 'SIGKILL')
        for (;;);
      }
      return real.apply(this, parameters)
    }
  }
  const say = line => writeSync(1, line + '\\n')

  const server = createMockServer({ keys: { key: 'team' }, entityLimit: 100000, clock: { speed: 60 } })
  const state = await openStateFile(file, server)
  const ask = async (path, body) => {
    const headers = { authorization: 'Bearer key' }
    const response = await server.fetch(new Request('http://in-process' + path, { method: 'POST', headers, body: JSON.stringify(body) }))
    return { status: response.status, data: (await response.json()).data }
  }
  for (let count = 0; count < 12; count += 1) {
    const name = 'Company ' + run + '-' + count
    const team = count % 4 === 0 ? server.teams.create({ apiKey: 'key-' + run + '-' + count }) : null
    const created = await ask('/v1/entities', { type: 'organization', name })
    if (created.status === 201) say('created ' + name)
    // What came before is stored with it.
    if (team !== null) say('team ' + team.apiKey)
    if ((await ask('/v1/entities/' + created.data.id + '/documents', { document_url: 'https://example.com/' + run })).status === 200)
      say('attached ' + created.data.id)
    say('time ' + server.clock.now())
    await new Promise(resolve => setImmediate(resolve))
  }
  await state.close()
  say('closed ' + calls)
`

/** Each takes half a second: STATE_CRASHES=1 tries every call in place of one in so many. */
const stride = Number(process.env.STATE_CRASHES ?? 11)

it('whatever call is the last of a process, what was acknowledged is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-crashes-'))
  const script = join(folder, 'program.mjs')
  await bundle(program, script)
  const file = join(folder, 'state')
  const acknowledged = { created: new Set<string>(), attached: new Set<string>(), team: new Set<string>() }
  let latest = 0
  let number = 0

  /** Goes on with the state of the run before. Answers how many calls there were, where it came to its end. */
  async function run(fatal: number): Promise<number | null> {
    number += 1
    const child = spawn(process.execPath, [script, file, String(fatal), String(number)])
    let said = ''
    let complaint = ''
    child.stdout.on('data', chunk => (said += chunk))
    child.stderr.on('data', chunk => (complaint += chunk))
    await once(child, 'close')
    expect(complaint).toBe('')
    let calls: number | null = null
    for (const line of said.split('\n')) {
      const [what = '', ...words] = line.split(' ')
      const value = words.join(' ')
      if (what === 'created' || what === 'attached' || what === 'team') acknowledged[what].add(value)
      if (what === 'time') latest = Math.max(latest, Number(value))
      if (what === 'closed') calls = Number(value)
    }
    return calls
  }

  async function requireAll(): Promise<void> {
    const server = createMockServer({ keys: { key: 'team' }, clock: { speed: 60 } })
    const state = await openStateFile(file, server)
    const client = new EntityScreening({ apiKey: 'key', baseUrl: 'http://in-process', fetch: server.fetch })
    const names = new Set((await client.entities.list()).map(({ name }) => name))
    expect([...acknowledged.created].filter(name => !names.has(name))).toEqual([])
    const changes = [...server.changes()]
    const documents = new Set(changes.map(change => (change.kind === 'document' ? change.entity : '')))
    expect([...acknowledged.attached].filter(id => !documents.has(id))).toEqual([])
    const keys = new Set(changes.map(change => (change.kind === 'team' ? change.apiKey : '')))
    expect([...acknowledged.team].filter(key => !keys.has(key))).toEqual([])
    expect(server.clock.now()).toBeGreaterThanOrEqual(latest)
    await state.close()
    expect((await readdir(folder)).sort()).toEqual(['program.mjs', 'state'])
  }

  const calls = (await run(0)) ?? 0
  await requireAll()
  expect(calls).toBeGreaterThan(100)
  // Each start goes on with what the one before has left; now and then with a state that was closed.
  for (let fatal = 1; fatal <= calls; fatal += stride) {
    await run(fatal)
    if (fatal % 3 === 0) await requireAll()
  }
  await requireAll()
  expect(acknowledged.created.size).toBeGreaterThan(30)
  expect(acknowledged.attached.size).toBeGreaterThan(30)
  expect(acknowledged.team.size).toBeGreaterThan(10)
  await rm(folder, { recursive: true })
})
