import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureReading } from './client/reading.ts'
import { measureStream } from './client/stream.ts'
import { measureMsw } from './msw/section.ts'
import { measureEntries } from './packages/entries.ts'
import { type Section, writeGoals, writeSection } from './page.ts'
import { preparePeers, versions } from './peers.ts'
import { writeReasons } from './reasons.ts'
import { measureRequests } from './server/requests.ts'
import { measureStarts } from './server/starts.ts'
import { measureStore } from './server/store.ts'
import { measureWaiting } from './server/waiting.ts'

/**
 * `npm run bench:peers -- [--quick] [SECTION...]`: measures the package beside what one would use instead, in interleaved rounds,
 * and writes docs/internals/benchmarks.md. With sections it measures only these, and prints them. The first run installs the peers.
 * Takes about a quarter of an hour.
 */
const sections = {
  requests: measureRequests,
  starts: measureStarts,
  store: measureStore,
  waiting: measureWaiting,
  reading: measureReading,
  stream: measureStream,
  entries: measureEntries,
  msw: measureMsw,
}
const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true })
const unknown = positionals.filter(name => !(name in sections))
if (unknown.length > 0)
  throw new Error(`no section ${unknown.join(', ')}: there are ${Object.keys(sections).join(', ')}`)
const rounds = values.quick ? 3 : 7

const load = loadavg()[0] ?? 0
preparePeers()
const folder = mkdtempSync(join(tmpdir(), 'entity-screening-bench-'))
const measured: Section[] = []
try {
  for (const [name, measure] of Object.entries(sections)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    const started = performance.now()
    const section = await measure({ rounds, folder })
    measured.push(section)
    console.log([writeSection(section), writeGoals(section.goals), section.summary ?? ''].join('\n\n'))
    console.error(`${name}: ${Math.round((performance.now() - started) / 1000)} s`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
if (positionals.length === 0) writeFileSync('docs/internals/benchmarks.md', writeDocument(measured))

/** A line for each section. */
function summarize(all: readonly Section[]): string {
  return all.flatMap(({ summary }) => (summary === undefined ? [] : [`- ${summary}`])).join('\n')
}

function writeDocument(all: readonly Section[]): string {
  const goals = all.flatMap(section => section.goals)
  const met = goals.filter(({ isMet }) => isMet).length
  return [
    '# Benchmarks',
    'The package beside its alternatives. `npm run bench:peers` measures all of them in one run and writes this page. Each figure is the median of interleaved rounds, with the lowest and the highest in brackets. Before each measurement, all contenders are checked to do the same work.',
    summarize(all),
    '## Targets',
    `${met} of ${goals.length} are met.`,
    writeGoals(goals),
    'What is missed, why, and what was tried:',
    writeReasons(goals),
    ...all.map(writeSection),
    '## Machine and versions',
    `${describeMachine()} ${rounds} rounds.`,
    `${versions()}\n`,
  ].join('\n\n')
}

function describeMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const busy =
    load > 0.5 ? ` Other work ran beside it (load ${load.toFixed(1)}): ratios count, not times.` : ''
  return `${availableParallelism()} cores, ${memory} GiB of memory, ${process.platform}, Node ${process.versions.node}.${busy}`
}
