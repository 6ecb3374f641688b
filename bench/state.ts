import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openStateFile } from '../mock-server/adapters/state-file.ts'
import { createMockServer, type MockServer } from '../mock-server/index.ts'

/**
 * `tsx bench/state.ts [entities]`: fills a state with entities (1,000,000) in bulk, creates 20,000 more, eight at a time, stops
 * and starts it, and prints how long each takes, and the peak memory. Filling and starting are separate processes.
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
  const started = performance.now()
  for (let first = 0; first < entities; first += 1000) {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      type: 'organization',
      name: `Company ${first + index} of a name that is as long as those of trusts, funds and their general partners GmbH & Co. KG`,
      countryCode: 'DE',
      registration: `HRB ${first + index}`,
    }))
    await send(server, '/v1/entities/bulk', { entities: rows })
  }
  const filling = secondsSince(started)
  const creating = performance.now()
  let number = 0
  const create = async () => {
    while (number < creates) {
      number += 1
      await send(server, '/v1/entities', { type: 'person', name: `Person ${number}` })
    }
  }
  await Promise.all(Array.from({ length: 8 }, create))
  const perSecond = Math.round((creates / (performance.now() - creating)) * 1000)
  return { filling, acknowledgedCreatesPerSecond: perSecond, stopped: await stop(state), ...memory() }
}

async function start(file: string) {
  const started = performance.now()
  const server = createServer()
  const state = await openStateFile(file, server)
  const starting = secondsSince(started)
  const count = [...server.changes()].length
  return { starting, changes: count, stopped: await stop(state), ...memory() }
}

function createServer(): MockServer {
  return createMockServer({ keys: { key: 'team' }, entityLimit: entities * 2, clock: 'real' })
}

/** Resolves when the change is acknowledged. */
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
  const started = performance.now()
  await state.close()
  return secondsSince(started)
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10
}

function memory() {
  return { peakMebibytes: Math.round(process.resourceUsage().maxRSS / 1024) }
}
