import { findComponents } from './components.ts'
import type { Holdings } from './index-network.ts'
import { leftIn } from './stakes.ts'

/** Companies that own parts of each other, certainly (`min`) or possibly; one that stands alone is a loop of one. */
export function findLoops({ ofCompany }: Pick<Holdings, 'ofCompany'>, bound: 'min' | 'max'): string[][] {
  return findComponents(ofCompany.keys(), company =>
    (ofCompany.get(company) ?? []).flatMap(({ owner, share }) =>
      share[bound] > 0 && ofCompany.has(owner) ? [owner] : [],
    ),
  )
}

/** Companies that own all of each other, or of themselves: no share in them is certainly held, or left to be held, outside. */
export function findClosedLoops({ ofCompany }: Holdings): string[][] {
  return findLoops({ ofCompany }, 'min').filter(members => {
    const loop = new Set(members)
    return members.every(member => {
      const held = ofCompany.get(member) ?? []
      return leftIn(held) === 0 && held.every(({ owner, share }) => share.min === 0 || loop.has(owner))
    })
  })
}
