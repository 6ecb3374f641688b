import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Measures what a browser has to load for the whole client, ky and zod included. */
const targets = { atOnce: 33 * 1024, all: 40 * 1024 }

interface Size {
  readonly minified: number
  readonly gzipped: number
}

/** What is loaded at once, and what only when it is asked for. */
async function measure(contents: string): Promise<{ atOnce: Size; later: Size }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    outdir: 'bundle',
    write: false,
    metafile: true,
  })
  const entry =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint !== undefined)?.[0] ?? ''
  const first = new Set([entry])
  for (const path of first) {
    for (const { kind, path: next } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') first.add(next)
  }
  const names = new Set(Array.from(first, path => resolve(path)))
  const sum = (isFirst: boolean): Size => {
    const files = outputFiles.filter(({ path }) => names.has(path) === isFirst)
    const code = Buffer.concat(files.map(({ contents }) => contents))
    return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length }
  }
  return { atOnce: sum(true), later: sum(false) }
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}

const { atOnce: whole, later } = await measure(
  "import { EntityScreening } from './src/index.ts'; globalThis.client = EntityScreening",
)
const { atOnce: kyAlone } = await measure("import ky from 'ky'; globalThis.ky = ky")

console.log(
  `browser bundle of the client, ky and zod included: ${kibibytes(whole.minified)} minified, ${kibibytes(whole.gzipped)} gzipped (${judge(whole.gzipped, targets.atOnce)}); ky alone ${kibibytes(kyAlone.gzipped)}`,
)
const all = whole.gzipped + later.gzipped
console.log(
  `  and ${kibibytes(later.gzipped)} more, loaded with the first call, or when a country is named, a list is streamed, or a creation reconciled: ${kibibytes(all)} in all (${judge(all, targets.all)})`,
)

function judge(size: number, target: number): string {
  return `target ${kibibytes(target)} ${size <= target ? 'met' : `missed by ${kibibytes(size - target)}`}`
}
