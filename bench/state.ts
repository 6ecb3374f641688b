import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { keepStateIn } from '../mock-server/adapters/state-file/keep-state.ts'
import { createMockServer, type MockServer } from '../mock-server/index.ts'

/**
 * `tsx bench/state.ts [entities]`: a state of so many entities (3,000,000) is filled, stopped, started, folded while requests
 * are answered, and stopped again: how long each takes, and the most memory. Filling and starting are processes of their own.
 */
const [size = '3000000', step, file] = process.argv.slice(2)
const entities = Number(size)

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
  const state = await keepStateIn(file, server)
  const begun = performance.now()
  for (let made = 0; made < entities; made += 1000) {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      type: 'organization',
      name: `Company ${made + index} of a name that is as long as those of trusts, funds and their general partners GmbH & Co. KG`,
      countryCode: 'DE',
      registration: `HRB ${made + index}`,
    }))
    const reply = send(server, 'POST', '/v1/entities/bulk', { entities: rows })
    const body = [...reply.body].join('')
    if (reply.status !== 201 || !body.includes('"errorCount":0')) throw new Error(body)
    // Folds go on between two requests.
    await new Promise(resolve => setImmediate(resolve))
  }
  const filled = since(begun)
  return { filled, stopped: await stop(state), ...memory() }
}

async function start(file: string) {
  const begun = performance.now()
  const server = createServer()
  const state = await keepStateIn(file, server, { foldAfter: 1 })
  const started = since(begun)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const folding = performance.now()
  const { status } = send(server, 'POST', '/v1/entities', { type: 'person', name: 'The last one' })
  if (status !== 201) throw new Error('the state was not taken up')
  while (readdirSync(join(file, '..')).some(name => name.includes('.new-')) || since(folding) < 0.1) {
    send(server, 'GET', '/v1/health')
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  delay.disable()
  const folded = since(folding)
  const slices = { longest: Math.round(delay.max / 1e6), p99: Math.round(delay.percentile(99) / 1e6) }
  const count = [...server.changes()].length
  return { started, folded, milliseconds: slices, changes: count, stopped: await stop(state), ...memory() }
}

function createServer(): MockServer {
  return createMockServer({ keys: { key: 'team' }, entityLimit: entities * 2, clock: 'real' })
}

function send(server: MockServer, method: string, path: string, body?: unknown) {
  return server.dispatch({
    method,
    path,
    header: name => (name === 'authorization' ? 'Bearer key' : null),
    body: body === undefined ? '' : JSON.stringify(body),
    local: true,
  })
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
