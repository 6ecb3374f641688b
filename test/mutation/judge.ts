import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type Verdict = 'started' | 'killed' | 'survived' | 'unsure' | 'spoiled' | 'loaded'

interface Line {
  readonly mutant: string
  readonly verdict: Verdict
}

/** In milliseconds: a test with a mutant in it is ended by itself long before. */
const longest = 90_000

/** Runs the tests of an area with each mutant of a sample, in a copy with the mutants in it, and returns those that fail them. */
export async function judge(
  area: string,
  folder: string,
  sample: readonly string[],
): Promise<ReadonlySet<string>> {
  const journal = resolve(folder, 'journal.jsonl')
  writeFileSync(journal, '')
  // A mutant that leaves something behind ends a round: the next one begins without it.
  while (await leavesSome(area, folder, journal, sample));
  const lines = readJournal(journal)
  const dead = new Set(having(lines, 'killed'))
  // Together, a mutant may live only because something remembers what was computed without it: alone, it has to live again.
  const alone = new Set(having(lines, 'survived', 'unsure', 'spoiled', 'loaded').filter(id => !dead.has(id)))
  console.log(`${area}: ${dead.size} die together, ${alone.size} take a run of their own`)
  if (alone.size > 0 && (await dies(area, folder, 'none')))
    throw new Error(`the tests of ${area} fail without a mutant`)
  for (const id of alone) if (await dies(area, folder, id)) dead.add(id)
  return dead
}

async function leavesSome(
  area: string,
  folder: string,
  journal: string,
  sample: readonly string[],
): Promise<boolean> {
  const settled = having(readJournal(journal), 'killed', 'spoiled')
  const run = join(folder, 'run.json')
  writeFileSync(run, JSON.stringify({ journal, sample, settled }))
  const tests = startTests(area, folder, { MUTATION_RUN: resolve(run) })
  const isStuck = await ends(tests.process, () => {
    const last = readJournal(journal).at(-1)
    return last?.verdict === 'started' && Date.now() - statSync(journal).mtimeMs > longest
  })
  const last = readJournal(journal).at(-1)
  if (isStuck && last !== undefined)
    appendFileSync(journal, `${JSON.stringify({ ...last, verdict: 'killed' })}\n`)
  else if (tests.process.exitCode !== 0)
    throw new Error(`the tests of ${area} fail without a mutant:\n${tests.output()}`)
  return isStuck || having(readJournal(journal), 'spoiled').some(id => !settled.includes(id))
}

/** The tests with one mutant from their start, as nobody else's. */
async function dies(area: string, folder: string, mutant: string): Promise<boolean> {
  const tests = startTests(area, folder, { __STRYKER_ACTIVE_MUTANT__: mutant })
  const started = Date.now()
  if (await ends(tests.process, () => Date.now() - started > 5 * longest)) return true
  if (tests.process.exitCode === 0) return false
  // Whatever else ends a run says nothing of the mutant.
  if (!/FAIL|Unhandled/.test(tests.output()))
    throw new Error(`a run of the tests of ${area} broke off:\n${tests.output()}`)
  return true
}

function startTests(area: string, folder: string, env: Readonly<Record<string, string>>) {
  const process_ = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/mutation/vitest.config.ts', '--bail', '1'],
    {
      cwd: folder,
      env: { ...process.env, ...env, MUTATION_AREA: area },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const keep = (text: unknown) => {
    output = (output + text).slice(-20_000)
  }
  process_.stdout.on('data', keep)
  process_.stderr.on('data', keep)
  return { process: process_, output: () => output }
}

/** Whether it had to be ended. */
async function ends(child: ChildProcess, isStuck: () => boolean): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    await pause(200)
    if (!isStuck()) continue
    child.kill('SIGKILL')
    return true
  }
  return false
}

function readJournal(file: string): readonly Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

function having(lines: readonly Line[], ...verdicts: readonly Verdict[]): string[] {
  return lines.filter(({ verdict }) => verdicts.includes(verdict)).map(({ mutant }) => mutant)
}
