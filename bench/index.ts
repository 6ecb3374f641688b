import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureCalls, measureKeptBytes, measureReading } from './client/measure-reading.ts'
import { measureStream } from './client/measure-stream.ts'
import { measureImport } from './import/measure-import.ts'
import { describeOtherWork } from './measure/quiet.ts'
import { createRun, type Run } from './measure/run.ts'
import { measureEntries } from './packages/measure-entries.ts'
import { measureFirstCall } from './packages/measure-first-call.ts'
import { packPackage, type Tarball } from './packages/package.ts'
import { compareRuns, readLastRuns, writeRun } from './page/runs.ts'
import { type Section, writeGoals, writeSection } from './page/section.ts'
import { writeBenchmarksPage } from './page/write-benchmarks-page.ts'
import { writeSpeedPage } from './page/write-speed-page.ts'
import { checkTypes, preparePeers } from './peers.ts'
import { measureCreate, measureGet, measureList } from './server/measure-requests.ts'
import { measureStarts } from './server/measure-starts.ts'
import { measureStore } from './server/measure-store.ts'
import { measureUsers } from './users/measure-users.ts'

interface SectionPlan {
  readonly measure: (run: Run, tarball: Tarball) => Promise<Section>
  /** When a section with rounds begins no further one, in seconds: half as much again as it takes on a quiet machine. */
  readonly maxSeconds?: number
}

/** When the whole run begins no further round, so that it ends within 25 minutes. */
const maxRunSeconds = 22 * 60
/** What the files of a run may take: a portfolio of a million rows, its journal, installations. */
const minFreeBytes = 2 ** 30

/**
 * `npm run bench:peers`: measures the package and its alternatives, and writes docs/internals/benchmarks.md and docs/speed.md.
 * Takes 25 minutes at most, and starts only on a quiet machine. `-- --only server` measures only the sections whose names begin
 * with `server`, `--rounds 2` fewer rounds, and `--force` measures on a busy machine: then the figures are printed. `-- --compare`
 * compares the last two whole runs. The first run installs the peers.
 */
const plans: Readonly<Record<string, SectionPlan>> = {
  'server/get': { measure: measureGet, maxSeconds: 160 },
  'server/create': { measure: measureCreate, maxSeconds: 160 },
  'server/list': { measure: measureList, maxSeconds: 160 },
  'server/start': { measure: measureStarts, maxSeconds: 140 },
  'client/reading': { measure: measureReading, maxSeconds: 300 },
  'client/calls': { measure: measureCalls, maxSeconds: 280 },
  'client/first-call': { measure: measureFirstCall, maxSeconds: 40 },
  size: { measure: (_run, tarball) => measureEntries(tarball) },
  'client/stream': { measure: measureStream },
  users: { measure: measureUsers, maxSeconds: 140 },
  'server/store': { measure: measureStore, maxSeconds: 70 },
  'client/memory': { measure: measureKeptBytes },
  import: { measure: measureImport },
}
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    force: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
})
const { only = [], rounds, force } = values
for (const prefix of only) {
  if (!Object.keys(plans).some(name => name.startsWith(prefix)))
    throw new Error(`--only ${prefix}: the sections are ${Object.keys(plans).join(', ')}`)
}
if (rounds !== undefined && !/^[1-9]\d*$/.test(rounds))
  throw new Error(`--rounds ${rounds}: a number from 1 on`)
const isWhole = only.length === 0 && rounds === undefined

async function measureSections(run: Run): Promise<Section[]> {
  const tarball = await packPackage(run.folder)
  const sections: Section[] = []
  const lastRound = run.now() + maxRunSeconds * 1000
  for (const [name, { measure, maxSeconds = Number.POSITIVE_INFINITY }] of Object.entries(plans)) {
    if (only.length > 0 && !only.some(prefix => name.startsWith(prefix))) continue
    const started = run.now()
    run.deadline = Math.min(started + maxSeconds * 1000, lastRound)
    const section = await measure(run, tarball)
    sections.push(section)
    console.log([writeSection(section), writeGoals(section.goals)].join('\n\n'))
    console.error(`${name}: ${Math.round((run.now() - started) / 1000)} s`)
  }
  return sections
}

async function measureRun(): Promise<void> {
  // A build would make the machine busy.
  const otherWork = force ? null : describeOtherWork()
  if (otherWork !== null) throw new Error(otherWork)
  buildPackage()
  preparePeers()
  if (isWhole) checkTypes()
  const counts = { own: Number(rounds ?? 20), peer: Math.min(Number(rounds ?? 3), 3) }
  const run = createRun(counts, createFolder())
  // Also after an interruption: it is memory.
  process.once('exit', () => rmSync(run.folder, { recursive: true, force: true }))
  const sections = await measureSections(run)
  if (isWhole && !force) writePages(sections, run)
  else console.log(writeSpeedPage(sections))
}

/** Creates a folder in memory, if the system has enough of it, and may run programs there: the time of a disk varies. */
function createFolder(): string {
  const inMemory = '/dev/shm'
  const name = 'entity-screening-bench-'
  if (existsSync(inMemory) && getFreeBytes(inMemory) >= minFreeBytes) {
    const folder = mkdtempSync(join(inMemory, name))
    if (mayExecute(folder)) return folder
    rmSync(folder, { recursive: true })
  }
  return mkdtempSync(join(tmpdir(), name))
}

function getFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Containers often have a `/dev/shm` that runs no programs. */
function mayExecute(folder: string): boolean {
  const file = join(folder, 'program')
  writeFileSync(file, '', { mode: 0o700 })
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function buildPackage(): void {
  execFileSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
}

function writePages(sections: readonly Section[], run: Run): void {
  writeRun(sections.flatMap(({ goals }) => goals))
  writeFileSync('docs/internals/benchmarks.md', writeBenchmarksPage(sections, run))
  writeFileSync('docs/speed.md', writeSpeedPage(sections))
}

if (values.compare) console.log(compareRuns(...readLastRuns()))
else await measureRun()
