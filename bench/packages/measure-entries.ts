import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { measureRounds, type Run } from '../measure/rounds.ts'
import { describeSettling } from '../page/comparison.ts'
import { formatInteger, formatSpread, formatTime, median } from '../page/figures.ts'
import type { Goal, Section } from '../page/section.ts'
import { peers } from '../peers.ts'

/** KiB of bundles, and milliseconds that importing the client takes beyond its dependencies. */
const targets = {
  client: { atOnce: 48, onePiece: 48 },
  mockServer: { atOnce: 48, inAll: 60 },
  importBeyondMs: 12,
}
const dependencies = 'ky and zod/mini'
/** The entry point of a bundle. */
const application = 'application.js'

interface Entry {
  readonly name: string
  /** Paths or names of modules. */
  readonly imports: readonly string[]
  readonly from: string
  /** The export that an application uses; by default, all exports. */
  readonly exportName?: string
  readonly isForNode?: boolean
}

const exportNames: Readonly<Record<string, string>> = {
  '.': 'EntityScreening',
  './mock-server': 'createMockServer',
}

/** The entries that package.json names, then the peers. */
function listEntries(): Entry[] {
  const { name: packageName, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const own = { from: process.cwd() }
  const ours = Object.entries<{ default?: string }>(exports).flatMap(([path, { default: file }]) => {
    if (file === undefined) return []
    const exportName = exportNames[path]
    const entry = { ...own, name: packageName + path.slice(1), imports: [resolve(file)] }
    return [{ ...entry, isForNode: path.endsWith('/node'), ...(exportName && { exportName }) }]
  })
  return [
    ...ours,
    { ...own, name: dependencies, imports: ['ky', 'zod/mini'], exportName: 'default' },
    { ...own, name: 'ky', imports: ['ky'] },
    { name: 'openai', imports: ['openai'], from: peers, exportName: 'default' },
    { name: 'stripe', imports: ['stripe'], from: peers, exportName: 'default' },
    { name: '@mistralai/mistralai', imports: ['@mistralai/mistralai'], from: peers, exportName: 'Mistral' },
  ]
}

/** Bytes of a bundle, minified and gzipped. */
interface Sizes {
  /** The chunks that are loaded at once. */
  readonly atOnce: number
  /** All chunks. */
  readonly inAll: number
  /** A bundle of one piece. */
  readonly onePiece: number
}

async function bundleEntry(
  { imports: [path], from, exportName, isForNode = false }: Entry,
  splitting: boolean,
) {
  const binding = exportName === undefined ? '* as entry' : `{ ${exportName} as entry }`
  const contents = `import ${binding} from ${JSON.stringify(path)}; console.log(entry)`
  return build({
    stdin: { contents, resolveDir: from, sourcefile: application },
    bundle: true,
    splitting,
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
}

async function measureSizes(entry: Entry): Promise<Sizes> {
  const { outputFiles, metafile } = await bundleEntry(entry, true)
  const whole = await bundleEntry(entry, false)
  const atOnce = new Set(
    Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint?.endsWith(application) ? [path] : [],
    ),
  )
  for (const path of atOnce) {
    for (const { kind, path: next } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') atOnce.add(next)
  }
  const paths = new Set(Array.from(atOnce, path => resolve(path)))
  return {
    atOnce: sumGzipped(outputFiles.filter(({ path }) => paths.has(path))),
    inAll: sumGzipped(outputFiles),
    onePiece: sumGzipped(whole.outputFiles),
  }
}

function sumGzipped(files: readonly { readonly contents: Uint8Array }[]): number {
  return files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0)
}

/** Measures the processor time that a new process takes to import an entry, in milliseconds. */
async function measureImport({ imports, from }: Entry): Promise<number> {
  const specifiers = imports.map(path => (path.startsWith('/') ? pathToFileURL(path).href : path))
  const code = `const started = process.cpuUsage()
    await Promise.all(${JSON.stringify(specifiers)}.map(specifier => import(specifier)))
    const { user, system } = process.cpuUsage(started)
    process.stdout.write(String((user + system) / 1000))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: from,
  })
  return Number(stdout)
}

/** Measures the size of each entry, and how long it takes to import it. */
export async function measureEntries(run: Run): Promise<Section> {
  const entries = listEntries()
  const sizes = new Map<string, Sizes>()
  for (const entry of entries)
    if (entry.imports.length === 1) sizes.set(entry.name, await measureSizes(entry))
  // The first import reads the files from the disk.
  for (const entry of entries) await measureImport(entry)
  const rounds = await measureRounds(
    run,
    Object.fromEntries(entries.map(entry => [entry.name, () => measureImport(entry)])),
  )
  const timesOf = (name: string) => rounds.figures.map(times => times[name] ?? Number.NaN)
  const rows = entries.map(({ name }) => [
    `\`${name}\``,
    ...formatSizes(sizes.get(name)),
    formatSpread(timesOf(name), formatTime),
  ])
  const [client = ''] = entries.map(({ name }) => name)
  const alone = timesOf(dependencies)
  const beyond = timesOf(client).map((time, round) => time - (alone[round] ?? Number.NaN))
  const onePieceOf = (names: readonly string[]) =>
    Object.fromEntries(names.map(name => [name, sizes.get(name)?.onePiece ?? Number.NaN]))
  return {
    heading: 'Size and import',
    parts: [
      'Bundled by esbuild for a browser, minified and gzipped, dependencies included, but for msw and TanStack Query: of a client its class, of `mock-server` `createMockServer`, of any other entry all exports. And the processor time that a new Node process takes to import it.',
      { head: ['entry', 'loaded at once', 'in all', 'in one piece', 'import in Node'], rows },
    ],
    goals: [
      ...judgeSizes(sizes, client),
      {
        name: 'Import of the client',
        figure: `+ ${formatSpread(beyond, formatTime)}${describeSettling(rounds, [client, dependencies])}`,
        target: `≤ ${dependencies} + ${targets.importBeyondMs} ms`,
        peer: `stripe + ${formatTime(median(timesOf('stripe')) - median(alone))}`,
        isMet: median(beyond) <= targets.importBeyondMs,
      },
    ],
    speed: [
      {
        task: 'Client: its size in a browser',
        own: sizes.get(client)?.onePiece ?? Number.NaN,
        alternatives: onePieceOf(['stripe', 'openai', '@mistralai/mistralai']),
        unchecked: onePieceOf(['ky']),
        format: formatKibibytes,
      },
    ],
  }
}

function judgeSizes(sizes: ReadonlyMap<string, Sizes>, client: string): Goal[] {
  const judge = (entry: string, name: string, kind: keyof Sizes, max: number): Goal => {
    const bytes = sizes.get(entry)?.[kind] ?? Number.NaN
    const peer =
      entry === client ? `stripe ${formatKibibytes(sizes.get('stripe')?.[kind] ?? Number.NaN)}` : ''
    return { name, figure: formatKibibytes(bytes), target: `≤ ${max} KiB`, peer, isMet: bytes <= max * 1024 }
  }
  const mockServer = `${client}/mock-server`
  return [
    judge(client, 'First load of the client', 'atOnce', targets.client.atOnce),
    judge(client, 'The client in all, in one piece', 'onePiece', targets.client.onePiece),
    judge(mockServer, 'First load of `createMockServer`', 'atOnce', targets.mockServer.atOnce),
    judge(mockServer, '`createMockServer` in all', 'inAll', targets.mockServer.inAll),
  ]
}

function formatSizes(sizes?: Sizes): string[] {
  if (sizes === undefined) return ['', '', '']
  return [sizes.atOnce, sizes.inAll, sizes.onePiece].map(formatKibibytes)
}

function formatKibibytes(bytes: number): string {
  return bytes < 1024 ? `${formatInteger(bytes)} bytes` : `${(bytes / 1024).toFixed(1)} KiB`
}
