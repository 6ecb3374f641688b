import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openStateFile } from '../mock-server/adapters/state-file.ts'
import { createMockServer, type MockServer } from '../mock-server/index.ts'

/**
 * `tsx bench/state.ts [entities]`: a state of so many entities (1,000,000) is filled in bulk, gets 20,000 more by single creates,
 * eight at a time, and is stopped and started: how long each takes, and the most memory. Filling and starting are processes of
 * their own.
 */
const [size = '1000000', step, file] = process.argv.slice(2)
const entities = Number(size)
const creates = 20_000

if (step === undefined) await run()
else if (file !== undefined) console.log(JSON.stringify(await (step === 'fill' ? fill(file) : start(file))))

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'entity-screening-state-'))
  try {
    for (const next of ['fill', 'start']) {
      const parameters = [
        '--import',
        'tsx',
        fileURLToPath(import.meta.url),
        size,
        next,
        join(folder, 'state'),
      ]
      const { stdout } = await promisify(execFile)(process.execPath, parameters)
      console.log(`${next}: ${stdout.trim()}`)
      for (const name of readdirSync(folder)) {
        console.log(`  ${name}: ${Math.round(statSync(join(folder, name)).size / 2 ** 20)} MiB`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function fill(file: string) {
  const server = createServer()
  const state = await openStateFile(file, server)
  const begun = performance.now()
  for (let made = 0; made < entities; made += 1000) {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      type: 'organization',
      name: `Company ${made + index} of a name that is as long as those of trusts, funds and their general partners GmbH & Co. KG`,
      countryCode: 'DE',
      registration: `HRB ${made + index}`,
    }))
    await send(server, '/v1/entities/bulk', { entities: rows })
  }
  const filled = since(begun)
  const creating = performance.now()
  let made = 0
  const create = async () => {
    for (; made < creates; ) {
      made += 1
      await send(server, '/v1/entities', { type: 'person', name: `Person ${made}` })
    }
  }
  await Promise.all(Array.from({ length: 8 }, create))
  const perSecond = Math.round((creates / (performance.now() - creating)) * 1000)
  return { filled, acknowledgedCreatesPerSecond: perSecond, stopped: await stop(state), ...memory() }
}

async function start(file: string) {
  const begun = performance.now()
  const server = createServer()
  const state = await openStateFile(file, server)
  const started = since(begun)
  const count = [...server.changes()].length
  return { started, changes: count, stopped: await stop(state), ...memory() }
}

function createServer(): MockServer {
  return createMockServer({ keys: { key: 'team' }, entityLimit: entities * 2, clock: 'real' })
}

/** Resolves once the change is acknowledged. */
async function send(server: MockServer, path: string, body: unknown): Promise<void> {
  const reply = server.dispatch({
    method: 'POST',
    path,
    header: name => (name === 'authorization' ? 'Bearer key' : null),
    body: JSON.stringify(body),
    local: true,
  })
  await reply.ready
  if (reply.status !== 201) throw new Error([...reply.body].join(''))
}

async function stop(state: { close(): Promise<void> }): Promise<number> {
  const begun = performance.now()
  await state.close()
  return since(begun)
}

function since(begun: number): number {
  return Math.round((performance.now() - begun) / 100) / 10
}

function memory() {
  return { peakMebibytes: Math.round(process.resourceUsage().maxRSS / 1024) }
}
