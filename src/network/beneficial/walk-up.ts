import type { Bound } from '../control/counted.ts'
import type { Holdings } from '../graph/index-network.ts'

const mostSteps = 500
const closeEnough = 1e-12

/**
 * What parties own of a company, by walking up from it a limited number of steps. At the least it is what has come to them, which
 * is exact for those who have no owners; at the most, all that is still on its way may come to anybody, too.
 */
export function walkUp(
  { ofCompany }: Pick<Holdings, 'ofCompany'>,
  company: string,
  bound: Bound,
): (party: string) => number {
  const visits = new Map<string, number>()
  let here = new Map([[company, 1]])
  let away = 1
  for (let steps = 0; away > closeEnough && steps < mostSteps; ) {
    const next = new Map<string, number>()
    away = 0
    for (const [one, part] of here) {
      for (const { owner, share } of ofCompany.get(one) ?? []) {
        const moved = part * share[bound]
        visits.set(owner, (visits.get(owner) ?? 0) + moved)
        steps += 1
        if (!ofCompany.has(owner) || moved === 0) continue
        next.set(owner, (next.get(owner) ?? 0) + moved)
        away += moved
      }
    }
    here = next
  }
  const arriving = bound === 'max' && away > closeEnough ? away : 0
  return party => Math.min(1, (visits.get(party) ?? 0) + arriving)
}
