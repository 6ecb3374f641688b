import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Measures what a browser has to load for the whole client, ky and zod included. */
const target = 20 * 1024

async function measure(contents: string): Promise<{ minified: number; gzipped: number }> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length }
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}

const whole = await measure(
  "import { EntityScreening } from './src/index.ts'; globalThis.client = EntityScreening",
)
const kyAlone = await measure("import ky from 'ky'; globalThis.ky = ky")

console.log(
  `browser bundle of the client, ky and zod included: ${kibibytes(whole.minified)} minified, ${kibibytes(whole.gzipped)} gzipped`,
)
console.log(
  `  target ${kibibytes(target)}: ${whole.gzipped <= target ? 'met' : `missed by ${kibibytes(whole.gzipped - target)}`}; ky alone ${kibibytes(kyAlone.gzipped)}`,
)
