import { type Share, tidy } from '../graph/share.ts'
import type { Upward } from './upward.ts'

/** One way by which a part of a company is owned. */
export type OwnershipPath = {
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
  const found = upward.map((): Way[] => [])
  const best = new Float64Array(upward.length * mostPaths)
  const waiting: Way[] = []
  add(waiting, { point: 0, below: null, length: 0, min: 1, max: 1 })
  for (let way = take(waiting); way !== undefined; way = take(waiting)) {
    const ways = found[way.point] ?? []
    if (ways.length === (way.point === 0 ? 1 : mostPaths)) continue
    ways.push(way)
    for (const { to: point, least, most } of upward[way.point]?.steps ?? []) {
      if ((found[point]?.length ?? 0) >= mostPaths || isOn(way, point)) continue
      const min = way.min * least
      const max = way.max * most
      if (!isAmongBest(best, point * mostPaths, max)) continue
      add(waiting, { point, below: way, length: way.length + 1, min, max })
    }
  }
  return found
}

/** Turns ways into paths, until all of them together have named as many parties as a result may. */
export function pathMaker(upward: Upward): (ways: readonly Way[]) => OwnershipPath[] {
  let named = 0
  return ways => {
    for (const { length } of ways) named += length + 1
    if (named > mostNamed) return []
    return ways.map(way => ({ ids: pointsOf(way).map(point => upward[point]?.id ?? ''), share: tidy(way) }))
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

/** How much more one way contributes than another: by its most, then its least; of equal ones the shorter. */
function compare(one: Way, other: Way): number {
  return other.max - one.max || other.min - one.min || one.length - other.length || one.point - other.point
}

/** Into a binary heap, whose first way contributes most. */
function add(heap: Way[], way: Way): void {
  let at = heap.push(way) - 1
  for (let up = (at - 1) >> 1; at > 0 && compare(way, heap[up] ?? way) < 0; up = (at - 1) >> 1) {
    heap[at] = heap[up] ?? way
    at = up
  }
  heap[at] = way
}

function take(heap: Way[]): Way | undefined {
  const [first] = heap
  const last = heap.pop()
  if (heap.length === 0 || last === undefined) return first
  let at = 0
  for (let next = 1; next < heap.length; next = 2 * at + 1) {
    const [left = last, right = last] = [heap[next], heap[next + 1]]
    const isRight = compare(right, left) < 0
    const child = isRight ? right : left
    if (compare(last, child) <= 0) break
    heap[at] = child
    at = isRight ? next + 1 : next
  }
  heap[at] = last
  return first
}
