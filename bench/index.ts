import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  measureKeptBytes,
  measureLargeList,
  measureReading,
  measureSmallCall,
} from './client/measure-reading.ts'
import { measureStream } from './client/measure-stream.ts'
import { measureImport } from './import/measure-import.ts'
import { createRun, type Run } from './measure/rounds.ts'
import { measureMsw } from './msw/measure-msw.ts'
import { measureEntries } from './packages/measure-entries.ts'
import { type Section, writeGoals, writeSection } from './page/section.ts'
import { writeBenchmarksPage } from './page/write-benchmarks-page.ts'
import { writeSpeedPage } from './page/write-speed-page.ts'
import { checkTypes, preparePeers } from './peers.ts'
import { measureCreate, measureGet, measureList } from './server/measure-requests.ts'
import { measureStarts } from './server/measure-starts.ts'
import { measureStore } from './server/measure-store.ts'

/**
 * `npm run bench:peers`: measures the package and its alternatives in interleaved rounds, and writes docs/internals/benchmarks.md
 * and docs/speed.md. Takes about 20 minutes. `-- --only server --rounds 2` measures only the sections whose names begin with
 * `server`, in two rounds, and prints them. The first run installs the peers.
 */
const sections: Readonly<Record<string, (run: Run) => Promise<Section>>> = {
  'server/get': measureGet,
  'server/create': measureCreate,
  'server/list': measureList,
  'server/start': measureStarts,
  'server/store': measureStore,
  'client/reading': measureReading,
  'client/large-list': measureLargeList,
  'client/memory': measureKeptBytes,
  'client/small-call': measureSmallCall,
  'client/stream': measureStream,
  import: measureImport,
  size: measureEntries,
  msw: measureMsw,
}
const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, rounds: { type: 'string' } },
})
const { only = [], rounds = '5' } = values
for (const prefix of only) {
  if (!Object.keys(sections).some(name => name.startsWith(prefix)))
    throw new Error(`--only ${prefix}: the sections are ${Object.keys(sections).join(', ')}`)
}
const isComplete = only.length === 0 && values.rounds === undefined

preparePeers()
if (isComplete) checkTypes()
const run = createRun(Number(rounds), mkdtempSync(join(tmpdir(), 'entity-screening-bench-')))
const measured: Section[] = []
try {
  for (const [name, measure] of Object.entries(sections)) {
    if (only.length > 0 && !only.some(prefix => name.startsWith(prefix))) continue
    const started = performance.now()
    const section = await measure(run)
    measured.push(section)
    console.log([writeSection(section), writeGoals(section.goals)].join('\n\n'))
    console.error(`${name}: ${Math.round((performance.now() - started) / 1000)} s`)
  }
} finally {
  rmSync(run.folder, { recursive: true })
}
const speedPage = writeSpeedPage(measured)
if (isComplete) {
  writeFileSync('docs/internals/benchmarks.md', writeBenchmarksPage(measured, run))
  writeFileSync('docs/speed.md', speedPage)
} else console.log(speedPage)
