import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { hundredths, median, ratios, spread, whole } from '../figures.ts'
import { goal, type Section } from '../page.ts'
import type { Run } from '../run.ts'
import { bare, missing, others, ours } from './contenders.ts'

const target = 1.2

/** From the start of the process to its first response, in turns. */
export async function measureStarts({ rounds, folder }: Run): Promise<Section> {
  const bodies = { list: '[]', created: '{}' }
  let all = [ours, bare, ...others].map(contender => ({ ...contender, times: [] as number[] }))
  const absent: string[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (const contender of all) {
      try {
        const running = await contender.start(bodies, mkdtempSync(join(folder, 'start-')))
        await running.stop()
        // The first round warms the disk up.
        if (round > 0) contender.times.push(running.startTime)
      } catch (error) {
        if (contender.name === ours.name) throw error
        absent.push(missing(contender, error))
        all = all.filter(other => other !== contender)
      }
    }
  }
  const timesOf = (wanted: string) => all.find(({ name }) => name === wanted)?.times ?? []
  const againstBare = (name: string) => ratios(timesOf(name), timesOf(bare.name))
  const rows = all
    .toSorted((left, right) => median(left.times) - median(right.times))
    .map(({ name, times }) => [name, `${spread(times, whole)} ms`, spread(againstBare(name), hundredths)])
  const own = againstBare(ours.name)
  const beside = ['Mockoon', 'Prism'].map(name => `${name} ${hundredths(median(againstBare(name)))}`)
  return {
    heading: 'Server: start',
    parts: [
      'From the start of the process to its first response.',
      { head: ['server', 'start', 'against bare `node:http`'], rows },
      ...absent,
    ],
    goals: [
      goal(
        'Start',
        spread(own, hundredths),
        `≤ ${hundredths(target)} × bare \`node:http\``,
        median(own) <= target,
      ),
    ],
    summary: `Start, as a multiple of bare \`node:http\` (less is better): **${hundredths(median(own))}**, ${beside.join(', ')}`,
  }
}
