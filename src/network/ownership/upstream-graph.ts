import { computeUnheld, type Holdings } from '../graph/holdings.ts'

/**
 * All parties that may own a part of a company, numbered by position; the company is number 0. A random walk moves from a company to one
 * of its owners, with the owner's share as probability. The probability that the walk ends at an ultimate owner equals the owner's
 * holding.
 */
export type UpstreamGraph = readonly UpstreamPoint[]

export interface UpstreamPoint {
  readonly id: string
  /** The owners of the party, each with the range of its share. */
  readonly steps: readonly OwnershipStep[]
  /** The share of this party that no owner certainly holds. */
  readonly unheld: number
  /**
   * The share of this party that owners with unknown shares may hold together; 1 if the maximum of an owner's share is not
   * limited, for example because the share is unreadable.
   */
  readonly room: number
}

export interface OwnershipStep {
  readonly to: number
  readonly least: number
  readonly most: number
}

/** @param isEnd returns whether to stop at a party. The graph then omits the owners of that party. */
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
    const unheld = computeUnheld(holdings)
    const steps = holdings.flatMap(({ owner, share: { min, max } }) =>
      max === 0 ? [] : [{ to: numberOf(owner), least: min, most: max }],
    )
    points.push({ id, steps, unheld, room: holdings.some(({ isUnlimited }) => isUnlimited) ? 1 : unheld })
  }
  return points
}

/** Finds the parties that have no owner besides themselves. Excludes parties that own themselves completely. */
export function findUltimateOwners(upstream: UpstreamGraph): number[] {
  return [...upstream.keys()].filter(position => {
    const { steps = [], unheld = 0 } = upstream[position] ?? {}
    return position > 0 && steps.every(({ to }) => to === position) && (steps.length === 0 || unheld > 0)
  })
}
