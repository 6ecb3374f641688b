import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { median } from './median.ts'

/**
 * `npm run bench:stream`: teams of several sizes streamed over loopback TCP, and the most memory that the process that reads
 * them takes: medians, and the worst, for it depends on when the garbage is collected. Server and readers are processes of
 * their own; each ends by itself.
 */
const sizes = [1, 10_000, 1_000_000]
const rounds = 5
const target = 150
const longest = 300_000

interface Measured {
  readonly count: number
  readonly ofLowRisk: number
  readonly seconds: number
  readonly mebibytes: number
}

const folder = mkdtempSync(join(tmpdir(), 'entity-screening-bench-'))
const entryPoints = ['bench/team-server.ts', 'bench/read-team.ts']
await build({
  entryPoints,
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
})
const server = spawn(process.execPath, [join(folder, 'team-server.mjs')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  const [url] = await once(createInterface(server.stdout), 'line')
  for (const size of sizes) {
    const runs: Measured[] = []
    while (runs.length < rounds) runs.push(await read(`${url}/${size}`, size))
    const peaks = runs.map(({ mebibytes }) => mebibytes)
    const peak = median(peaks)
    const speed = Math.round(size / median(runs.map(({ seconds }) => seconds)))
    console.log(
      `${size.toLocaleString('en')} entities: ${peak.toFixed(0)} MiB (worst ${Math.max(...peaks).toFixed(0)}; ` +
        `target ${target}: ${peak <= target ? 'met' : 'missed'}), ${speed.toLocaleString('en')} entities a second`,
    )
  }
} finally {
  server.kill()
  rmSync(folder, { recursive: true })
}

async function read(url: string, size: number): Promise<Measured> {
  const reader = [join(folder, 'read-team.mjs'), url]
  const { stdout } = await promisify(execFile)(process.execPath, reader, { timeout: longest })
  const measured: Measured = JSON.parse(stdout)
  if (measured.count !== size) throw new Error(`${measured.count} entities came of ${size}`)
  return measured
}
