import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { measureRounds, type Run } from '../measure/rounds.ts'
import { compareSpeed, compareTimes, judgeRatio } from '../page/comparison.ts'
import type { Section } from '../page/section.ts'
import { bare, type Contender, describeFailure, mocks, others, ours } from './contenders.ts'

const bodies = { list: '[]', created: '{}' }

/** Measures the processor time of each server up to its first response. */
export async function measureStarts(run: Run): Promise<Section> {
  const failures: string[] = []
  const contenders: Contender[] = []
  // The first start reads the files from the disk.
  for (const contender of [ours, bare, ...others]) {
    try {
      await measureStart(contender, run)
      contenders.push(contender)
    } catch (error) {
      if (contender === ours || contender === bare) throw error
      failures.push(describeFailure(contender, error))
    }
  }
  const rounds = await measureRounds(
    run,
    Object.fromEntries(contenders.map(contender => [contender.name, () => measureStart(contender, run)])),
  )
  const comparison = { rounds, base: bare.name }
  const peers = others.map(({ name }) => name)
  return {
    heading: 'Server: start',
    parts: [
      'Processor time from the start of the process to its first response, from the second start on: `entity-screening` uses the compile cache of Node, the others do not.',
      compareTimes(comparison, 'server'),
      ...failures,
    ],
    goals: [judgeRatio(comparison, { name: 'Start', own: ours.name, max: 1.2, peers })],
    speed: [
      compareSpeed(comparison, {
        task: 'Mock server: start of the command',
        own: ours.name,
        alternatives: mocks,
        unchecked: [bare.name],
      }),
    ],
  }
}

async function measureStart({ start }: Contender, { folder }: Run): Promise<number> {
  const server = await start(bodies, mkdtempSync(join(folder, 'start-')))
  await server.stop()
  return server.startTime
}
