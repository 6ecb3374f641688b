import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Measures what a browser has to load for the whole client, ky and zod included. */
const target = 20 * 1024

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
  const chunks = Object.entries(metafile.outputs)
  const late = new Set(
    chunks.flatMap(([, { imports }]) =>
      imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path),
    ),
  )
  const sum = (isLate: boolean): Size => {
    const names = chunks.flatMap(([path]) => (late.has(path) === isLate ? [resolve(path)] : []))
    const codes = outputFiles.filter(({ path }) => names.includes(path)).map(file => file.contents)
    return {
      minified: codes.reduce((total, code) => total + code.length, 0),
      gzipped: codes.reduce((total, code) => total + gzipSync(code, { level: 9 }).length, 0),
    }
  }
  return { atOnce: sum(false), later: sum(true) }
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}

const { atOnce: whole, later } = await measure(
  "import { EntityScreening } from './src/index.ts'; globalThis.client = EntityScreening",
)
const { atOnce: kyAlone } = await measure("import ky from 'ky'; globalThis.ky = ky")

console.log(
  `browser bundle of the client, ky and zod included: ${kibibytes(whole.minified)} minified, ${kibibytes(whole.gzipped)} gzipped`,
)
console.log(
  `  target ${kibibytes(target)}: ${whole.gzipped <= target ? 'met' : `missed by ${kibibytes(whole.gzipped - target)}`}; ky alone ${kibibytes(kyAlone.gzipped)}`,
)
console.log(`  and ${kibibytes(later.gzipped)} when a list is first streamed`)
