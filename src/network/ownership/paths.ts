import { type Share, tidy } from '../graph/share.ts'
import type { Upward } from './upward.ts'

/** One way by which a part of a company is owned. */
export interface OwnershipPath {
  /** From the owner down to the company, both included. */
  readonly ids: readonly string[]
  /** The shares on the way, multiplied. */
  readonly share: Share
}

/** More of them say little: the next one contributes least. */
const mostPaths = 3

/** How many parties all paths of a result name: those of the owners of most come first. */
const mostNamed = 100_000

/** A way up from the company to a point. */
export interface Way {
  readonly point: number
  readonly below: Way | null
  readonly length: number
  readonly min: number
  readonly max: number
}

/** By point, the ways that contribute most to what it owns, none of them through the same party twice. */
export function findWays(upward: Upward): Way[][] {
  const { size, start, to, least, most } = upward
  const found = Array.from({ length: size }, (): Way[] => [])
  const best = new Float64Array(size * mostPaths)
  const waiting = createQueue()
  waiting.add({ point: 0, below: null, length: 0, min: 1, max: 1 })
  for (let way = waiting.take(); way !== undefined; way = waiting.take()) {
    const ways = found[way.point] ?? []
    if (ways.length === (way.point === 0 ? 1 : mostPaths)) continue
    ways.push(way)
    for (let step = start[way.point] ?? 0; step < (start[way.point + 1] ?? 0); step += 1) {
      const point = to[step] ?? 0
      if ((found[point]?.length ?? 0) >= mostPaths || isOn(way, point)) continue
      const min = way.min * (least[step] ?? 0)
      const max = way.max * (most[step] ?? 0)
      if (!isAmongBest(best, point * mostPaths, max)) continue
      waiting.add({ point, below: way, length: way.length + 1, min, max })
    }
  }
  return found
}

/** Turns ways into paths, until all of them together have named as many parties as a result may. */
export function pathMaker({ ids }: Upward): (ways: readonly Way[]) => OwnershipPath[] {
  let named = 0
  return ways => {
    for (const { length } of ways) named += length + 1
    if (named > mostNamed) return []
    return ways.map(way => ({
      ids: pointsOf(way).map(point => ids[point] ?? ''),
      share: tidy(way),
    }))
  }
}

/** Whether fewer than the most paths wait that contribute more: those come first, and each becomes a path. */
function isAmongBest(best: Float64Array, from: number, contribution: number): boolean {
  let at = from + mostPaths - 1
  if (contribution < (best[at] ?? 0)) return false
  for (; at > from && contribution > (best[at - 1] ?? 0); at -= 1) best[at] = best[at - 1] ?? 0
  best[at] = contribution
  return true
}

function pointsOf(way: Way): number[] {
  const points: number[] = []
  for (let one: Way | null = way; one !== null; one = one.below) points.push(one.point)
  return points
}

function isOn(way: Way, point: number): boolean {
  for (let one: Way | null = way; one !== null; one = one.below) if (one.point === point) return true
  return false
}

/** Whether a way contributes more than another one: by its most, then its least; of equal ones the shorter. */
function isBefore(one: Way, other: Way): boolean {
  if (one.max !== other.max) return one.max > other.max
  if (one.min !== other.min) return one.min > other.min
  if (one.length !== other.length) return one.length < other.length
  return one.point < other.point
}

/** A binary heap: the way that contributes most comes first. */
function createQueue() {
  const heap: Way[] = []
  return {
    add(way: Way): void {
      let at = heap.push(way) - 1
      while (at > 0) {
        const above = heap[(at - 1) >> 1]
        if (above === undefined || !isBefore(way, above)) break
        heap[at] = above
        at = (at - 1) >> 1
      }
      heap[at] = way
    },
    take(): Way | undefined {
      const first = heap[0]
      const last = heap.pop()
      if (heap.length === 0 || last === undefined) return first
      let at = 0
      for (;;) {
        const [left, right] = [2 * at + 1, 2 * at + 2]
        const [one, other] = [heap[left], heap[right]]
        if (one === undefined) break
        const isRight = other !== undefined && isBefore(other, one)
        const child = isRight ? other : one
        if (!isBefore(child, last)) break
        heap[at] = child
        at = isRight ? right : left
      }
      heap[at] = last
      return first
    },
  }
}
