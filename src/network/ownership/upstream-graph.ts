import { computeUnheld } from '../graph/holdings.ts'
import type { Holdings } from '../graph/index-network.ts'

/**
 * All who may own a part of a company, numbered by their places, the company first. A random walk from a company to one of its
 * owners, each as likely as its share, and so on, ends at an owner as likely as the owner owns the company.
 */
export type UpstreamGraph = readonly UpstreamPoint[]

export interface UpstreamPoint {
  readonly id: string
  /** To its owners. */
  readonly steps: readonly OwnershipStep[]
  /** What no owner certainly holds. */
  readonly unheld: number
  /** What shares that are not known may hold: all of it where one was given and cannot be read. */
  readonly room: number
}

export interface OwnershipStep {
  readonly to: number
  readonly least: number
  readonly most: number
}

/** @param isEnd - Whose owners do not count. */
export function buildUpstreamGraph(
  { ofCompany }: Pick<Holdings, 'ofCompany'>,
  company: string,
  isEnd: (id: string) => boolean = () => false,
): UpstreamGraph {
  const numbers = new Map([[company, 0]])
  const numberOf = (id: string) => {
    const number = numbers.get(id) ?? numbers.size
    numbers.set(id, number)
    return number
  }
  const points: UpstreamPoint[] = []
  for (const id of numbers.keys()) {
    const holdings = isEnd(id) ? [] : (ofCompany.get(id) ?? [])
    const left = computeUnheld(holdings)
    const steps = holdings.flatMap(({ owner, share: { min, max } }) =>
      max === 0 ? [] : [{ to: numberOf(owner), least: min, most: max }],
    )
    points.push({ id, steps, unheld: left, room: holdings.some(({ isUnlimited }) => isUnlimited) ? 1 : left })
  }
  return points
}

/** The numbers of those who have no owner but themselves, and do not own all of themselves. */
export function findUltimateOwners(upstream: UpstreamGraph): number[] {
  return [...upstream.keys()].filter(position => {
    const { steps = [], unheld: left = 0 } = upstream[position] ?? {}
    return position > 0 && steps.every(({ to }) => to === position) && (steps.length === 0 || left > 0)
  })
}
