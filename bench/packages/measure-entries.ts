import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { formatKibibytes } from '../page/figures.ts'
import { judgeFixed, type Section } from '../page/section.ts'
import { peers } from '../peers.ts'
import type { Tarball } from './package.ts'

const kibibyte = 1024
/** The entry point of a bundle. */
const application = 'application.js'

interface Entry {
  readonly name: string
  /** Path or name of the module. */
  readonly module: string
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
    const entry = { ...own, name: packageName + path.slice(1), module: resolve(file) }
    return [{ ...entry, isForNode: path.endsWith('/node'), ...(exportName && { exportName }) }]
  })
  return [
    ...ours,
    { ...own, name: 'ky', module: 'ky' },
    { name: 'openai', module: 'openai', from: peers, exportName: 'default' },
    { name: 'stripe', module: 'stripe', from: peers, exportName: 'default' },
    { name: '@mistralai/mistralai', module: '@mistralai/mistralai', from: peers, exportName: 'Mistral' },
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

async function bundleEntry({ module, from, exportName, isForNode = false }: Entry, splitting: boolean) {
  const binding = exportName === undefined ? '* as entry' : `{ ${exportName} as entry }`
  const contents = `import ${binding} from ${JSON.stringify(module)}; console.log(entry)`
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

/** Measures the size of each entry, and of the package. */
export async function measureEntries({ bytes }: Tarball): Promise<Section> {
  const entries = listEntries()
  const sizes = new Map<string, Sizes>()
  for (const entry of entries) sizes.set(entry.name, await measureSizes(entry))
  const sizeOf = (name: string, kind: keyof Sizes) => sizes.get(name)?.[kind] ?? Number.NaN
  const onePieceOf = (names: readonly string[]) =>
    Object.fromEntries(names.map(name => [name, sizeOf(name, 'onePiece')]))
  const [client = ''] = entries.map(({ name }) => name)
  const onePiece = sizeOf(client, 'onePiece')
  return {
    heading: 'Size',
    parts: [
      'Bundled by esbuild for a browser, minified and gzipped, dependencies included, but for msw and TanStack Query: of a client its class, of `mock-server` `createMockServer`, of any other entry all exports.',
      {
        head: ['entry', 'loaded at once', 'in all', 'in one piece'],
        rows: Array.from(sizes, ([name, { atOnce, inAll, onePiece }]) => [
          `\`${name}\``,
          ...[atOnce, inAll, onePiece].map(formatKibibytes),
        ]),
      },
    ],
    goals: [
      judgeFixed({
        name: 'The client in one piece, with ky and zod',
        value: onePiece,
        max: 50 * kibibyte,
        format: formatKibibytes,
        peer: `stripe ${formatKibibytes(sizeOf('stripe', 'onePiece'))}`,
      }),
      judgeFixed({
        name: '`createMockServer` in all',
        value: sizeOf(`${client}/mock-server`, 'inAll'),
        max: 58 * kibibyte,
        format: formatKibibytes,
      }),
      judgeFixed({
        name: 'The tarball, with docs and types',
        value: bytes,
        max: 750_000,
        format: size => `${Math.round(size / 1000)} kB`,
      }),
    ],
    speed: [
      {
        task: 'Client: its size in a browser',
        own: onePiece,
        alternatives: onePieceOf(['stripe', 'openai', '@mistralai/mistralai']),
        unchecked: onePieceOf(['ky']),
        format: formatKibibytes,
      },
    ],
  }
}
