import { appendFileSync, readFileSync } from 'node:fs'
import { type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'

/** What the code that Stryker has instrumented reads and counts. */
interface Stryker {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number
  readonly mutantCoverage: {
    readonly static: Record<string, number>
    readonly perTest: Record<string, Record<string, number>>
  }
}

/** What stays from file to file: they run in one worker. */
interface Run {
  readonly journal: string
  readonly sample: ReadonlySet<string>
  /** Killed, or not to be judged here. */
  readonly settled: Set<string>
  /** Passed while a module is loaded, or outside of a test. */
  readonly loaded: Set<string>
  isOver: boolean
}

const scope = globalThis as { __stryker__?: Stryker; __mutationRun__?: Run }
const stryker = scope.__stryker__ ?? { mutantCoverage: { static: {}, perTest: {} } }
const run = scope.__mutationRun__ ?? startRun(process.env.MUTATION_RUN ?? '')
Object.assign(scope, { __stryker__: stryker, __mutationRun__: run })

function startRun(file: string): Run {
  const { journal, sample, settled } = JSON.parse(readFileSync(file, 'utf8'))
  return { journal, sample: new Set(sample), settled: new Set(settled), loaded: new Set(), isOver: false }
}

function note(line: object): void {
  appendFileSync(run.journal, `${JSON.stringify(line)}\n`)
}

/** The most times that a mutant may be passed, in units of the same test without it: more is a loop without end. */
const hitFactor = 100
/** In milliseconds: a test without its mutant takes less. */
const patience = 20_000

/**
 * Runs a test once as it is, to learn which mutants it passes, and then once with each of those that still live. A worker for each
 * mutant, as Stryker's own runner starts, takes a hundred times longer.
 */
// biome-ignore lint/style/noDefaultExport: Vitest takes a runner as the default export of its module
export default class MutantRunner extends TestRunner {
  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files)
    for (const mutant of Object.keys(stryker.mutantCoverage.static))
      if (run.sample.has(mutant) && !run.settled.has(mutant) && !run.loaded.has(mutant)) {
        run.loaded.add(mutant)
        note({ mutant, verdict: 'loaded' })
      }
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const body = TestRunner.getTestFn(test)
    const id = `${test.file.name} ${test.id}`
    stryker.currentTestId = id
    try {
      await body()
    } finally {
      stryker.currentTestId = undefined
    }
    const covered = stryker.mutantCoverage.perTest[id] ?? {}
    const alive = Object.keys(covered).filter(id => run.sample.has(id) && !run.settled.has(id))
    if (alive.length === 0 || run.isOver) return
    const isRepeatable = (await fails(body)) === undefined
    for (const mutant of alive)
      if (!run.isOver) await judge(body, mutant, covered[mutant] ?? 0, isRepeatable, test.file.name)
  }
}

async function judge(
  body: () => unknown,
  mutant: string,
  hits: number,
  isRepeatable: boolean,
  by: string,
): Promise<void> {
  if (!isRepeatable) return note({ mutant, verdict: 'unsure', why: 'not repeatable', by })
  note({ mutant, verdict: 'started' })
  stryker.hitLimit = hits * hitFactor
  stryker.hitCount = 0
  stryker.activeMutant = mutant
  const failure = await fails(body)
  const wasPassed = stryker.hitCount > 0
  stryker.activeMutant = undefined
  stryker.hitCount = undefined
  if (failure === undefined)
    note({ mutant, verdict: wasPassed ? 'survived' : 'unsure', why: 'passed once only', by })
  else if ((await fails(body)) === undefined) {
    run.settled.add(mutant)
    note({ mutant, verdict: 'killed', by })
  } else {
    // It leaves something behind that outlives it: what follows would fail for that.
    run.isOver = true
    note({ mutant, verdict: 'spoiled', by })
  }
}

async function fails(body: () => unknown): Promise<{ readonly error: unknown } | undefined> {
  let timer: NodeJS.Timeout | undefined
  // What is passed now counts for no test, and is not passed outside of one either.
  stryker.currentTestId = 'again'
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('it takes too long')), patience)
  })
  try {
    await Promise.race([body(), late])
    return undefined
  } catch (error) {
    return { error }
  } finally {
    clearTimeout(timer)
    stryker.currentTestId = undefined
  }
}
