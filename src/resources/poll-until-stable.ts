import { areSameOutcomes, decideOutcomes, type InputOutcomes, mergeOutcomes } from './decide-outcomes.ts'
import type { ListMatches } from './match-inputs.ts'

/**
 * Reads the list until two consecutive reads agree, the list contains an entity for every input, or `maxReads` is reached.
 * `isSteady` in the result states whether two reads agreed. If the list lacks an input, send it again only if `isSteady` is
 * true.
 *
 * @param read - Reads the list once, and compares it with the inputs.
 * @param pause - Waits between two reads.
 */
export async function pollUntilStable(
  read: () => Promise<ListMatches>,
  maxReads: number,
  pause: () => Promise<void>,
) {
  let outcomes: InputOutcomes = new Map()
  let previous: InputOutcomes | null = null
  for (let reads = 1; ; reads += 1) {
    const latest = decideOutcomes(await read())
    outcomes = mergeOutcomes(outcomes, latest)
    const isDone = [...outcomes.values()].every(({ outcome }) => outcome === 'done')
    const isSteady = previous !== null && areSameOutcomes(previous, latest)
    if (reads >= maxReads || isDone || isSteady) return { outcomes, reads, isSteady }
    previous = latest
    await pause()
  }
}
