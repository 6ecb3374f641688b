import { findComponents } from './components.ts'
import type { Holdings } from './index-network.ts'
import { leftIn } from './stakes.ts'

/** Companies that own parts of each other, certainly (`min`) or possibly; one that stands alone is a loop of one. */
export function findLoops({ ofCompany }: Pick<Holdings, 'ofCompany'>, bound: 'min' | 'max'): string[][] {
  const companies = [...ofCompany.keys()]
  const numbers = new Map(companies.map((company, at) => [company, at]))
  const start = new Int32Array(companies.length + 1)
  const to: number[] = []
  for (const [at, company] of companies.entries()) {
    for (const { owner, share } of ofCompany.get(company) ?? []) {
      const number = share[bound] === 0 ? undefined : numbers.get(owner)
      if (number !== undefined) to.push(number)
    }
    start[at + 1] = to.length
  }
  const components = findComponents({ size: companies.length, start, to: new Int32Array(to) })
  return components.map(members => members.map(member => companies[member] ?? ''))
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
