import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { build } from 'esbuild'

/**
 * `npm run bench:import`: CSV files of several sizes imported over loopback TCP into the mock server, with a journal, by
 * `importPortfolio` and by the CLI, and the most memory that the importing process takes. Server and importer are processes
 * of their own; each ends by itself.
 */
const sizes = [1, 10_000, 1_000_000]
const target = 600
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
const importers = { importPortfolio: importByFunction, 'the CLI': importByCommand }
const ways = Object.entries(importers)
const keys = sizes.flatMap(size => ways.flatMap((_, at) => ['--key', `key-${size}-${at}=team-${size}-${at}`]))
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
    for (const [at, [way, run]] of ways.entries()) {
      const { created, seconds, mebibytes } = await run(url, `key-${size}-${at}`, file)
      if (created !== size) throw new Error(`${created} of ${size} rows were created`)
      const verdict = mebibytes <= target ? 'met' : 'missed'
      console.log(
        `${size.toLocaleString('en')} rows by ${way}: at most ${mebibytes.toFixed(0)} MiB ` +
          `(target ${target}: ${verdict}), ${Math.round(size / seconds).toLocaleString('en')} rows a second`,
      )
    }
  }
} finally {
  server.kill()
  rmSync(folder, { recursive: true })
}

async function importByFunction(url: string, key: string, file: string): Promise<Measured> {
  const importer = [join(folder, 'importer.mjs'), url, key, file]
  const { stdout } = await promisify(execFile)(process.execPath, importer, { timeout: longest })
  return JSON.parse(stdout)
}

/** The CLI does not report its memory: a module that is loaded before it does, at the end. */
async function importByCommand(url: string, key: string, file: string): Promise<Measured> {
  const measure = `process.on('exit', () => console.error(process.resourceUsage().maxRSS))`
  const command = [join(folder, 'cli.mjs'), 'import', file, '--journal', `${file}.command`, '--json']
  const env = { ...process.env, ENTITY_SCREENING_BASE_URL: url, ENTITY_SCREENING_API_KEY: key }
  const started = performance.now()
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(measure)}`, ...command],
    { timeout: longest, env },
  )
  const { created }: Pick<Measured, 'created'> = JSON.parse(stdout)
  const kibibytes = Number(stderr.trimEnd().split('\n').at(-1))
  return { created, seconds: (performance.now() - started) / 1000, mebibytes: kibibytes / 1024 }
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
  // A full name of a person has no digits.
  const letters = String(number % 900_000).replace(/\d/g, digit => 'abcdefghij'.charAt(Number(digit)))
  return `person,"Brandt-${letters}, Ilse",DE,,${born},customer`
}
