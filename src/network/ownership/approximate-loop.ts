import type { Loop } from './loop.ts'

/** What is known of the walks through a tangle, after as many steps as there is time for. */
export interface Walks {
  /** How often each company is visited at the least. */
  readonly count: Float64Array
  /** How likely a walk from each company comes back to it, at the least. */
  readonly returnLeast: Float64Array
  /** The same at the most. */
  readonly returnMost: Float64Array
  /** The part of the walks that has not left yet. */
  readonly unresolved: number
}

const closeEnough = 1e-14
const mostSteps = 30_000_000
const mostReturnSteps = 500_000

/** Companies in a row of numbers, as {@link Loop} has them by company. */
interface Flows {
  readonly start: Int32Array
  readonly to: Int32Array
  readonly share: Float64Array
}

/**
 * Walks a loop of so many companies that solving it would take seconds: step by step, until nearly nothing is left in it. What
 * leaves it is as exact as in any loop; the way back to each company is followed only a few steps, so that what the companies of
 * the tangle own of each other lies between two bounds.
 */
export function approximateLoop({ flows }: Loop, entering: Float64Array): Walks {
  const size = flows.length
  const rows = rowsOf(flows)
  const steps = Math.max(1, rows.to.length)
  const count = new Float64Array(size)
  const here = Float64Array.from(entering)
  let unresolved = 1
  for (let walked = 0; unresolved > closeEnough && walked < mostSteps; walked += steps) {
    walkOn(rows, here, count)
    unresolved = here.reduce((sum, part) => sum + part, 0)
  }
  const returnLeast = new Float64Array(size)
  const returnMost = new Float64Array(size)
  const fronts = [createFront(size), createFront(size)] as const
  for (let at = 0; at < size; at += 1) {
    const { back, away } = walkBack(rows, at, mostReturnSteps / size, fronts)
    returnLeast[at] = back
    returnMost[at] = Math.min(1, back + away)
  }
  return { count, returnLeast, returnMost, unresolved }
}

function rowsOf(flows: Loop['flows']): Flows {
  const start = new Int32Array(flows.length + 1)
  for (const [at, flow] of flows.entries()) start[at + 1] = (start[at] ?? 0) + flow.size
  const to = Int32Array.from(flows.flatMap(flow => [...flow.keys()]))
  return { start, to, share: Float64Array.from(flows.flatMap(flow => [...flow.values()])) }
}

/** Moves each part of the walks one step on; who is behind in the row is moved with what just came. */
function walkOn({ start, to, share }: Flows, here: Float64Array, count: Float64Array): void {
  for (let at = 0; at < here.length; at += 1) {
    const part = here[at] ?? 0
    if (part === 0) continue
    here[at] = 0
    count[at] = (count[at] ?? 0) + part
    for (let step = start[at] ?? 0; step < (start[at + 1] ?? 0); step += 1) {
      const owner = to[step] ?? 0
      here[owner] = (here[owner] ?? 0) + part * (share[step] ?? 0)
    }
  }
}

/** How much of a walk is where. */
interface Front {
  readonly part: Float64Array
  /** Where there is any, in the order in which it came there. */
  readonly points: number[]
}

function createFront(size: number): Front {
  return { part: new Float64Array(size), points: [] }
}

/** What came back to a company within some steps, and what is still away. The fronts are empty before and after. */
function walkBack(
  { start, to, share }: Flows,
  company: number,
  mostSteps: number,
  fronts: readonly [Front, Front],
): { readonly back: number; readonly away: number } {
  let [here, next] = fronts
  let back = 0
  here.part[company] = 1
  here.points.push(company)
  for (let walked = 0; walked < mostSteps && here.points.length > 0; ) {
    for (const at of here.points) {
      const part = takeFrom(here, at)
      for (let step = start[at] ?? 0; step < (start[at + 1] ?? 0); step += 1) {
        const owner = to[step] ?? 0
        const moved = part * (share[step] ?? 0)
        walked += 1
        if (owner === company) {
          back += moved
          continue
        }
        const before = next.part[owner] ?? 0
        if (before === 0) next.points.push(owner)
        next.part[owner] = before + moved
      }
    }
    here.points.length = 0
    ;[here, next] = [next, here]
  }
  let away = 0
  for (const at of here.points) away += takeFrom(here, at)
  here.points.length = 0
  return { back, away }
}

function takeFrom({ part }: Front, at: number): number {
  const taken = part[at] ?? 0
  part[at] = 0
  return taken
}
