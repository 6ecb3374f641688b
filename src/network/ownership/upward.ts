import type { Steps } from '../graph/components.ts'
import type { Holdings } from '../graph/index-network.ts'
import { leftIn } from '../graph/stakes.ts'

/**
 * All who may own a part of a company, numbered, the company as 0: each step leads from a company to one of its owners.
 * A random walk along the steps, each as likely as its share, ends at an owner as likely as the owner owns the company.
 */
export interface Upward extends Steps {
  readonly ids: readonly string[]
  /** Of each step, the least share. */
  readonly least: Float64Array
  /** Of each step, the most. */
  readonly most: Float64Array
  /** Of each point, what no owner certainly holds. */
  readonly left: Float64Array
  /** Of each point, what shares that are not known may hold: all of it where one was given and cannot be read. */
  readonly room: Float64Array
}

/** @param isEnd - Whose owners do not count. */
export function lookUp(
  { ofCompany }: Pick<Holdings, 'ofCompany'>,
  company: string,
  isEnd: (id: string) => boolean = () => false,
): Upward {
  const numbers = new Map([[company, 0]])
  const ids = [company]
  const start = [0]
  const to: number[] = []
  const least: number[] = []
  const most: number[] = []
  const left: number[] = []
  const room: number[] = []
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? company
    const held = isEnd(id) ? [] : (ofCompany.get(id) ?? [])
    const rest = leftIn(held)
    left.push(rest)
    room.push(held.some(({ isUnlimited }) => isUnlimited) ? 1 : rest)
    for (const { owner, share } of held) {
      if (share.max === 0) continue
      let number = numbers.get(owner)
      if (number === undefined) {
        number = ids.push(owner) - 1
        numbers.set(owner, number)
      }
      to.push(number)
      least.push(share.min)
      most.push(share.max)
    }
    start.push(to.length)
  }
  return {
    ids,
    size: ids.length,
    start: new Int32Array(start),
    to: new Int32Array(to),
    least: new Float64Array(least),
    most: new Float64Array(most),
    left: new Float64Array(left),
    room: new Float64Array(room),
  }
}

/** The numbers of the steps that lead from a point. */
export function* stepsFrom({ start }: Steps, point: number): Generator<number> {
  for (let step = start[point] ?? 0; step < (start[point + 1] ?? 0); step += 1) yield step
}

/** Those who have no owner but themselves. */
export function ultimateOwners(upward: Upward): number[] {
  return Array.from({ length: upward.size }, (_, point) => point).filter(point => {
    if (point === 0) return false
    const owners = upward.to.subarray(upward.start[point], upward.start[point + 1])
    return owners.every(owner => owner === point) && !isOwnAll(upward, point)
  })
}

/** It owns all of itself, so it has no ultimate owner. */
function isOwnAll({ start, left }: Upward, point: number): boolean {
  return start[point] !== start[point + 1] && left[point] === 0
}
