import { areSameOutcomes, decideOutcomes, type InputOutcomes, mergeOutcomes } from './decide-outcomes.ts'
import type { ListMatches } from './match-inputs.ts'

/**
 * Reads the list until two consecutive reads agree, or all inputs are in it: only then may an absent input be sent again.
 *
 * @param read - Reads the list once; null if the reads have ended, so that the result has `isEnded`.
 * @param judge - Whether the reads are `enough`, or the last one is too `doubtful` to prove that an input is absent.
 * @param pause - Waits for the next read.
 */
export async function pollUntilStable(
  read: () => Promise<ListMatches | null>,
  judge: (outcomes: InputOutcomes, reads: number) => Promise<'enough' | 'doubtful' | 'usable'>,
  pause: () => Promise<void>,
) {
  let outcomes: InputOutcomes = new Map()
  let previous: InputOutcomes | null = null
  for (let reads = 1; ; reads += 1) {
    const matches = await read()
    if (matches === null) return { outcomes, reads, isEnded: true, isSteady: false }
    const latest = decideOutcomes(matches)
    outcomes = mergeOutcomes(outcomes, latest)
    const verdict = await judge(outcomes, reads)
    const isDone = [...outcomes.values()].every(({ outcome }) => outcome === 'done')
    const isSteady = verdict !== 'doubtful' && previous !== null && areSameOutcomes(previous, latest)
    if (verdict === 'enough' || isDone || isSteady) return { outcomes, reads, isEnded: false, isSteady }
    previous = verdict === 'doubtful' ? null : latest
    await pause()
  }
}
