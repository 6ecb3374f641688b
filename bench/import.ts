import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { build } from 'esbuild'

/**
 * `npm run bench:import`: CSV files of several sizes imported over loopback TCP into the mock server, with a journal, and
 * the most memory that the importing process takes. Server and importer are processes of their own; each ends by itself.
 */
const sizes = [1, 10_000, 1_000_000]
const target = 200
const longest = 300_000

interface Measured {
  readonly created: number
  readonly seconds: number
  readonly mebibytes: number
}

const folder = mkdtempSync(join(tmpdir(), 'entity-screening-bench-'))
await build({
  entryPoints: { cli: 'cli/index.ts', importer: 'bench/import-file.ts' },
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
})
const keys = sizes.flatMap(size => ['--key', `key-${size}=team-${size}`])
const parameters = ['serve', '--port', '0', '--entity-limit', String(Math.max(...sizes)), ...keys]
const server = spawn(process.execPath, [join(folder, 'cli.mjs'), ...parameters], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const [line] = await once(createInterface(server.stdout), 'line')
  const url = String(line).replace('listening on ', '')
  for (const size of sizes) {
    const file = join(folder, `${size}.csv`)
    writePortfolio(file, size)
    const importer = [join(folder, 'importer.mjs'), url, `key-${size}`, file]
    const { stdout } = await promisify(execFile)(process.execPath, importer, { timeout: longest })
    const { created, seconds, mebibytes }: Measured = JSON.parse(stdout)
    if (created !== size) throw new Error(`${created} of ${size} rows were created`)
    const verdict = mebibytes <= target ? 'met' : 'missed'
    console.log(
      `${size.toLocaleString('en')} rows: at most ${mebibytes.toFixed(0)} MiB (target ${target}: ${verdict}), ` +
        `${Math.round(size / seconds).toLocaleString('en')} rows a second`,
    )
  }
} finally {
  server.kill()
  rmSync(folder, { recursive: true })
}

function writePortfolio(file: string, size: number): void {
  const out = openSync(file, 'w')
  writeSync(out, 'Type,Name,Country,Registration,Date of birth,Tags\n')
  for (let from = 0; from < size; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, size - from) }, (_, index) => row(from + index))
    writeSync(out, `${rows.join('\n')}\n`)
  }
  closeSync(out)
}

/** Two organizations to each person, and among the persons some namesakes. */
function row(number: number): string {
  if (number % 3 > 0)
    return `company,"Nordwind Trading ${number} GmbH & Co. KG",Germany,HRB ${number},,customer`
  const born = new Date(Date.UTC(1950, 0, 1 + (number % 19_997))).toISOString().slice(0, 10)
  return `person,Ilse Brandt the ${number % 900_000}th,DE,,${born},customer`
}
