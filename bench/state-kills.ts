import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { ApiError, EntityScreening } from '../src/index.ts'

/**
 * `tsx bench/state-kills.ts [kills] [mebibytes]`: a server with --state is killed so many times (120) under eight writers, and is
 * asked after each for what it had acknowledged, and refused. With a size its files are on a disk of that size (as root, on Linux):
 * once that is full, the server ends, and the disk gets as much again.
 */
const [kills = '120', size] = process.argv.slice(2)
let mebibytes = Number(size)
let isFull = false
const apiKey = 'kills-key'
const folder = mkdtempSync(join(tmpdir(), 'entity-screening-kills-'))
const command = join(folder, 'cli.mjs')
await build({
  entryPoints: ['cli/index.ts'],
  outfile: command,
  bundle: true,
  platform: 'node',
  format: 'esm',
})
mkdirSync(join(folder, 'disk'))
if (size !== undefined)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', join(folder, 'disk')])
const state = join(folder, 'disk', 'state')

/** Names of entities, and how often the server did something. */
const acknowledgedNames = new Set<string>()
const refusedNames = new Set<string>()
const counts = { kills: 0, acknowledged: 0, refused: 0, full: 0, starts: [] as number[] }
let number = 0

try {
  while (counts.kills < Number(kills)) await round()
  const { client, child } = await serve()
  await verify(client)
  child.kill('SIGTERM')
  const [status] = await once(child, 'close')
  const slowest = Math.max(...counts.starts)
  console.log(
    JSON.stringify({ ...counts, starts: counts.starts.length, slowestStart: Math.round(slowest), status }),
  )
} finally {
  if (size !== undefined) execFileSync('umount', ['-l', join(folder, 'disk')])
  rmSync(folder, { recursive: true })
}

async function round(): Promise<void> {
  if (isFull) grow()
  isFull = false
  const { client, child } = await serve()
  await verify(client)
  const killed = new Promise(resolve => setTimeout(resolve, 20 + Math.random() * 300)).then(() => {
    child.kill('SIGKILL')
  })
  await Promise.all(Array.from({ length: 8 }, () => write(client)))
  await killed
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  counts.kills += 1
}

/** Writes until the server ends, or refuses. */
async function write(client: EntityScreening): Promise<void> {
  for (let refusals = 0; refusals < 5; ) {
    number += 1
    const name = `Company ${number} ${'x'.repeat(number % 80)}`
    try {
      const { id } = await client.entities.create({ type: 'organization', name })
      acknowledgedNames.add(name)
      counts.acknowledged += 1
      await client.entities.attachDocument(id, { url: 'https://example.com/a.pdf' })
      const rows = ['bulk a', 'bulk b'].map(suffix => `${name} ${suffix}`)
      const summary = await client.entities.createBulk(
        rows.map(row => ({ type: 'organization', name: row, countryCode: 'DE' }) as const),
      )
      if (summary.successCount === 2) for (const row of rows) acknowledgedNames.add(row)
      counts.acknowledged += 3
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 500) return
      refusals += 1
      counts.refused += 1
      isFull = size !== undefined
      if (!acknowledgedNames.has(name)) refusedNames.add(name)
    }
  }
}

/** @throws Error if an acknowledged entity does not exist, or a refused one does. */
async function verify(client: EntityScreening): Promise<void> {
  const names = (await client.entities.list()).map(({ name }) => name)
  const listed = new Set(names)
  if (listed.size !== names.length) throw new Error('an entity is there twice')
  for (const name of acknowledgedNames) if (!listed.has(name)) throw new Error(`${name} is lost`)
  for (const name of refusedNames) if (listed.has(name)) throw new Error(`${name} was refused, and is there`)
}

/** Doubles the size of a full disk, so that the server accepts changes again. */
function grow(): void {
  counts.full += 1
  mebibytes *= 2
  execFileSync('mount', ['-o', `remount,size=${mebibytes}m`, join(folder, 'disk')])
}

async function serve(): Promise<{ client: EntityScreening; child: ChildProcess }> {
  const started = performance.now()
  const parameters = [
    'serve',
    '--port',
    '0',
    '--quiet',
    '--key',
    `${apiKey}=team`,
    '--entity-limit',
    '10000000',
  ]
  const child = spawn(process.execPath, [command, ...parameters, '--state', state], {
    // A server with a full disk reports it.
    stdio: ['ignore', 'pipe', size === undefined ? 'inherit' : 'ignore'],
  })
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([status]) => Promise.reject(new Error(`the server ended with ${status}`))),
  ])
  counts.starts.push(performance.now() - started)
  const baseUrl = String(line).replace('listening on ', '')
  return { client: new EntityScreening({ apiKey, baseUrl, maxRetries: 0, logLevel: 'off' }), child }
}
