import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { median, spread, time, whole } from '../figures.ts'
import { goal, type Section } from '../page.ts'
import { peers } from '../peers.ts'
import type { Run } from '../run.ts'

/** KiB of a bundle of the client, and milliseconds that its import takes beyond that of what it depends on. */
const targets = { first: 48, all: 54, beyond: 12 }
const dependencies = 'ky and zod/mini'
/** What the bundle begins with. */
const application = 'application.js'

interface Entry {
  readonly name: string
  /** What to import, each from where. */
  readonly imports: readonly string[]
  readonly from: string
  /** What an application takes of it; all of it, where nothing is named. */
  readonly taken?: string
  /** Whether it runs in Node alone. */
  readonly isForNode?: boolean
}

/** Ours as package.json names them, then what is beside them. */
function entries(): Entry[] {
  const { name: own, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const here = { from: process.cwd() }
  const ours = Object.entries<{ import?: { default: string } }>(exports).flatMap(([path, found]) => {
    const file = found.import?.default
    if (file === undefined) return []
    const entry = { ...here, name: own + path.slice(1), imports: [resolve(file)] }
    return [
      { ...entry, isForNode: path.endsWith('/node'), ...(path === '.' && { taken: 'EntityScreening' }) },
    ]
  })
  return [
    ...ours,
    { ...here, name: dependencies, imports: ['ky', 'zod/mini'], taken: 'default' },
    { ...here, name: 'ky', imports: ['ky'] },
    { name: 'openai', imports: ['openai'], from: peers, taken: 'default' },
    { name: 'stripe', imports: ['stripe'], from: peers, taken: 'default' },
    { name: '@mistralai/mistralai', imports: ['@mistralai/mistralai'], from: peers, taken: 'Mistral' },
  ]
}

interface Sizes {
  /** Bytes that are loaded at once, minified and gzipped. */
  readonly first: number
  /** With all that is loaded on demand. */
  readonly all: number
}

/** A bundle for a browser. */
async function sizeOf({ imports: [path], from, taken, isForNode = false }: Entry): Promise<Sizes> {
  const what = taken === undefined ? '* as it' : `{ ${taken} as it }`
  const contents = `import ${what} from ${JSON.stringify(path)}; console.log(it)`
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: from, sourcefile: application },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: isForNode ? 'node' : 'browser',
    external: ['node:*', 'msw', '@tanstack/react-query'],
    outdir: 'bundle',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const first = new Set(
    Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint?.endsWith(application) ? [path] : [],
    ),
  )
  for (const path of first) {
    for (const { kind, path: next } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') first.add(next)
  }
  const names = new Set(Array.from(first, path => resolve(path)))
  const gzipped = (files: typeof outputFiles) =>
    files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0)
  return { first: gzipped(outputFiles.filter(({ path }) => names.has(path))), all: gzipped(outputFiles) }
}

/** Milliseconds that a fresh process takes to import an entry. */
async function timeImport({ imports, from }: Entry): Promise<number> {
  const specifiers = imports.map(path => (path.startsWith('/') ? pathToFileURL(path).href : path))
  const code = `const started = performance.now()
    await Promise.all(${JSON.stringify(specifiers)}.map(specifier => import(specifier)))
    process.stdout.write(String(performance.now() - started))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: from,
  })
  return Number(stdout)
}

/** What an application pays for an entry before it does anything. */
export async function measureEntries({ rounds }: Run): Promise<Section> {
  const measured = await Promise.all(
    entries().map(async entry => ({ ...entry, sizes: await sizeOf(entry), times: [] as number[] })),
  )
  for (let round = 0; round < 2 * rounds; round += 1) {
    for (const entry of measured) entry.times.push(await timeImport(entry))
  }
  const rows = measured.map(({ name, imports, sizes, times }) =>
    imports.length > 1
      ? [name, '', '', spread(times, time)]
      : [`\`${name}\``, kibibytes(sizes.first), kibibytes(sizes.all), spread(times, time)],
  )
  const [client] = measured
  const alone = measured.find(({ name }) => name === dependencies)
  if (client === undefined || alone === undefined) throw new Error('package.json has no exports')
  const beyond = client.times.map((taken, round) => taken - (alone.times[round] ?? Number.NaN))
  const { first, all } = client.sizes
  const beside = measured
    .filter(({ from }) => from === peers)
    .map(({ name, sizes }) => `${name} ${bothOf(sizes)}`)
  return {
    heading: 'Size and import',
    parts: [
      'Bundled by esbuild for a browser, minified and gzipped, dependencies included, but for msw and TanStack Query: of a client its class, of any other entry all that it exports. And how long a fresh Node process takes to import it.',
      { head: ['entry', 'loaded at once', 'with what is loaded on demand', 'import in Node'], rows },
    ],
    goals: [
      goal(
        'First load of the client',
        kibibytes(first),
        `≤ ${targets.first} KiB`,
        first <= targets.first * 1024,
      ),
      goal('The client in all', kibibytes(all), `≤ ${targets.all} KiB`, all <= targets.all * 1024),
      goal(
        'Import of the client',
        `+ ${spread(beyond, time)}`,
        `≤ ${dependencies} + ${targets.beyond} ms`,
        median(beyond) <= targets.beyond,
      ),
    ],
    summary: `In a browser, loaded at once / in all: **${bothOf(client.sizes)}**, ${beside.join(', ')}`,
  }
}

function bothOf({ first, all }: Sizes): string {
  return `${(first / 1024).toFixed(1)} / ${kibibytes(all)}`
}

function kibibytes(bytes: number): string {
  return bytes < 1024 ? `${whole(bytes)} bytes` : `${(bytes / 1024).toFixed(1)} KiB`
}
