import type { Holdings } from '../graph/index-network.ts'
import { leftIn } from '../graph/stakes.ts'

/**
 * All who may own a part of a company, numbered by their places, the company first. A random walk from a company to one of its
 * owners, each as likely as its share, and so on, ends at an owner as likely as the owner owns the company.
 */
export type Upward = readonly Point[]

export interface Point {
  readonly id: string
  /** To its owners. */
  readonly steps: readonly Step[]
  /** What no owner certainly holds. */
  readonly left: number
  /** What shares that are not known may hold: all of it where one was given and cannot be read. */
  readonly room: number
}

export interface Step {
  readonly to: number
  readonly least: number
  readonly most: number
}

/** @param isEnd - Whose owners do not count. */
export function lookUp(
  { ofCompany }: Pick<Holdings, 'ofCompany'>,
  company: string,
  isEnd: (id: string) => boolean = () => false,
): Upward {
  const numbers = new Map([[company, 0]])
  const numberOf = (id: string) => {
    const number = numbers.get(id) ?? numbers.size
    numbers.set(id, number)
    return number
  }
  const points: Point[] = []
  for (const id of numbers.keys()) {
    const held = isEnd(id) ? [] : (ofCompany.get(id) ?? [])
    const left = leftIn(held)
    const steps = held.flatMap(({ owner, share: { min, max } }) =>
      max === 0 ? [] : [{ to: numberOf(owner), least: min, most: max }],
    )
    points.push({ id, steps, left, room: held.some(({ isUnlimited }) => isUnlimited) ? 1 : left })
  }
  return points
}

/** The numbers of those who have no owner but themselves, and do not own all of themselves. */
export function ultimateOwners(upward: Upward): number[] {
  return [...upward.keys()].filter(at => {
    const { steps = [], left = 0 } = upward[at] ?? {}
    return at > 0 && steps.every(({ to }) => to === at) && (steps.length === 0 || left > 0)
  })
}
