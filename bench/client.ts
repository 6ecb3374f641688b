import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { median } from './median.ts'

/**
 * `npm run bench:client`: reading answers against `JSON.parse` of the same text, and lists against zod; one small call against
 * bare ky; import against ky and zod/mini alone. Each in turns with what it is held against, in processes of their own, with
 * medians. Takes about a minute.
 */
const run = promisify(execFile)
const target = { list: 2, call: 1.25, import: 5 }
const imports = 25
const folder = mkdtempSync(join(tmpdir(), 'entity-screening-bench-'))

/** Bundles a program as the package is bundled, runs it, and hands out the figures that it prints. */
async function measure<Figures>(program: string): Promise<Figures> {
  const outfile = join(folder, `${program}.mjs`)
  await build({
    entryPoints: [`bench/${program}.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
  })
  const { stdout } = await run(process.execPath, [outfile])
  return JSON.parse(stdout)
}

/** How long a fresh process takes to import modules, in milliseconds. */
async function timeImport(...specifiers: string[]): Promise<number> {
  const code = `const started = performance.now()
    await Promise.all(${JSON.stringify(specifiers)}.map(specifier => import(specifier)))
    process.stdout.write(String(performance.now() - started))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code])
  return Number(stdout)
}

async function timeImports(): Promise<{ ours: number; alone: number }> {
  const built = resolve('dist/index.js')
  if (!existsSync(built)) throw new Error('dist/index.js is not there: npm run build')
  const times = { ours: [] as number[], alone: [] as number[] }
  for (let count = 0; count < imports; count += 1) {
    times.ours.push(await timeImport(pathToFileURL(built).href))
    times.alone.push(await timeImport('ky', 'zod/mini'))
  }
  return { ours: median(times.ours), alone: median(times.alone) }
}

function row(what: string, figure: string, wanted: string, met: boolean | undefined): void {
  const verdict = met === undefined ? '' : met ? 'met' : 'MISSED'
  console.log(`${what.padEnd(46)} ${figure.padEnd(30)} ${wanted.padEnd(28)} ${verdict}`.trimEnd())
}

function milliseconds(time: number): string {
  return time < 1 ? `${Math.round(time * 1000)} µs` : `${time.toFixed(1)} ms`
}

/** A list or a network: ours first, then each of the others. */
function showDecoding(name: string, times: Readonly<Record<string, number>>): void {
  const { ours = Number.NaN, 'JSON.parse': parse = Number.NaN, ...peers } = times
  const ratio = ours / parse
  const hasTarget = name === 'list of 10,000'
  row(
    name,
    `${ratio.toFixed(2)} (${milliseconds(ours)} / ${milliseconds(parse)})`,
    hasTarget ? `≤ ${target.list.toFixed(2)} × JSON.parse` : '× JSON.parse',
    hasTarget ? ratio <= target.list : undefined,
  )
  for (const [peer, time] of Object.entries(peers)) {
    const figure = `${(time / parse).toFixed(2)} (${milliseconds(time)})`
    row(`  ${peer}`, figure, hasTarget ? 'slower than ours' : '', hasTarget ? ours < time : undefined)
  }
}

try {
  row('what', 'median', 'target', undefined)
  const decoding = await measure<Record<string, Record<string, number>>>('decoding')
  for (const [name, times] of Object.entries(decoding)) showDecoding(name, times)

  const call = await measure<Record<string, number>>('small-call')
  const { ours = Number.NaN, 'bare ky': bare = Number.NaN } = call
  row(
    'client.service.health(), in process',
    `${(ours / bare).toFixed(2)} (${milliseconds(ours)} / ${milliseconds(bare)})`,
    `≤ ${target.call} × bare ky`,
    ours / bare <= target.call,
  )

  const { ours: whole, alone } = await timeImports()
  row(
    'import of the package',
    `+ ${milliseconds(whole - alone)} (${milliseconds(whole)} - ${milliseconds(alone)})`,
    `≤ ky and zod/mini + ${target.import} ms`,
    whole - alone <= target.import,
  )
} finally {
  rmSync(folder, { recursive: true })
}
