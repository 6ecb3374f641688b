import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { compareInRounds } from '../measure/comparison.ts'
import type { Run } from '../measure/run.ts'
import type { Turns } from '../measure/turns.ts'
import { compareSpeed, compareTimes, judgeRatio } from '../page/comparison.ts'
import type { Section } from '../page/section.ts'
import { bare, type Contender, dropFailing, mocks, others, ours } from './contenders.ts'
import type { Environment } from './start-server.ts'

const bodies = { list: '[]', created: '{}' }
/** A start is short: a turn has several. */
const startsPerTurn = 2
/** Node writes its compile cache when it exits, not when a signal ends it. */
const exitsAtSignal = {
  NODE_OPTIONS: "--import=data:text/javascript,process.once('SIGTERM',()=>process.exit())",
}
const roles = { base: bare.name, own: [ours.name] }

/** Measures the processor time of each server up to its first response, with and without the compile cache of Node. */
export async function measureStarts(run: Run): Promise<Section> {
  const failures: string[] = []
  const cached = { NODE_COMPILE_CACHE: join(run.folder, 'compile-cache') }
  const uncached = { NODE_DISABLE_COMPILE_CACHE: '1' }
  const contenders = await dropFailing(
    [bare, ours, ...others],
    // It fills the cache.
    contender => measureStart(contender, run, { ...cached, ...exitsAtSignal }),
    failures,
  )
  const warm = await compareInRounds(run, createStartTurns(run, contenders, cached), roles)
  const cold = await compareInRounds(run, createStartTurns(run, [bare, ours], uncached), roles)
  return {
    heading: 'Server: start',
    parts: [
      `Processor time from the start of the process to its first response, the mean of ${startsPerTurn} starts a turn. All have the compile cache of Node, filled.`,
      compareTimes(warm, 'server'),
      'Cold, so that each start compiles all that it runs:',
      compareTimes(cold, 'server'),
      ...failures,
    ],
    goals: [
      judgeRatio(warm, {
        name: 'Start of `serve`, with the compile cache',
        own: ours.name,
        max: 1.1,
        peers: others.map(({ name }) => name),
      }),
      judgeRatio(cold, { name: 'Start of `serve`, cold', own: ours.name }),
    ],
    speed: [
      compareSpeed(warm, {
        task: 'Mock server: start of the command',
        own: ours.name,
        alternatives: mocks,
        unchecked: [bare.name],
      }),
    ],
  }
}

function createStartTurns(run: Run, contenders: readonly Contender[], environment: Environment): Turns {
  return Object.fromEntries(
    contenders.map(contender => [contender.name, () => measureStart(contender, run, environment)]),
  )
}

/** Returns the mean of some starts. */
async function measureStart({ start }: Contender, run: Run, environment: Environment): Promise<number> {
  let time = 0
  for (let count = 0; count < startsPerTurn; count += 1) {
    const server = await start(bodies, mkdtempSync(join(run.folder, 'start-')), environment)
    await server.stop()
    time += server.startTime
  }
  return time / startsPerTurn
}
