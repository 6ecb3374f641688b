import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

/**
 * `npm run bench:peers`: measures the package and its alternatives, and writes docs/internals/benchmarks.md and docs/speed.md.
 * Takes 25 minutes at most, and starts only on a quiet machine. `-- --only server` measures only the sections whose names begin
 * with `server`, `--rounds 2` fewer rounds, and `--force` measures on a busy machine: then the figures are printed. `-- --compare`
 * compares the last two whole runs. The first run installs the peers.
 */
interface SectionPlan {
  readonly measure: (run: Run, tarball: Tarball) => Promise<Section>
  /** When the section repeats no further round, in seconds: about twice what it takes on a quiet machine. */
  readonly maxSeconds: number
}

const plans: Readonly<Record<string, SectionPlan>> = {
  'server/get': { measure: measureGet, maxSeconds: 120 },
  'server/create': { measure: measureCreate, maxSeconds: 120 },
  'server/list': { measure: measureList, maxSeconds: 130 },
  'server/start': { measure: measureStarts, maxSeconds: 140 },
  'client/reading': { measure: measureReading, maxSeconds: 200 },
  'client/calls': { measure: measureCalls, maxSeconds: 100 },
  'client/first-call': { measure: measureFirstCall, maxSeconds: 50 },
  size: { measure: (_run, tarball) => measureEntries(tarball), maxSeconds: 20 },
  'client/stream': { measure: measureStream, maxSeconds: 60 },
  users: { measure: measureUsers, maxSeconds: 120 },
  'server/store': { measure: measureStore, maxSeconds: 80 },
  'client/memory': { measure: measureKeptBytes, maxSeconds: 20 },
  import: { measure: measureImport, maxSeconds: 100 },
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
const isWhole = only.length === 0 && rounds === undefined

async function measureSections(run: Run): Promise<Section[]> {
  const tarball = await packPackage(run.folder)
  const sections: Section[] = []
  for (const [name, { measure, maxSeconds }] of Object.entries(plans)) {
    if (only.length > 0 && !only.some(prefix => name.startsWith(prefix))) continue
    const started = run.now()
    run.deadline = started + maxSeconds * 1000
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
  const counts = { own: Number(rounds ?? 10), peer: Math.min(Number(rounds ?? 3), 3) }
  const run = createRun(counts, mkdtempSync(join(tmpdir(), 'entity-screening-bench-')))
  try {
    const sections = await measureSections(run)
    if (isWhole && !force) writePages(sections, run)
    else console.log(writeSpeedPage(sections))
  } finally {
    rmSync(run.folder, { recursive: true })
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
