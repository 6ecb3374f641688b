import type { UpstreamGraph } from './upstream-graph.ts'

/** The maximum size of a loop that is solved. The inversion takes up to 27 million products for 300 companies. */
const maxLoopSize = 300

/** The expected number of visits of a random walk to each company of a loop, by position. */
interface LoopVisits {
  /** The visits of a walk that enters the loop. */
  readonly counts: Float64Array
  /** The visits of a walk that starts at the company itself. */
  readonly returns: Float64Array
}

/** The shares that the companies of a loop hold in each other, by position. */
interface FlowMatrix {
  /** For each company, the share that each member of the loop certainly holds. */
  readonly rows: readonly Float64Array[]
  /** For each company, the share that no member of the loop certainly holds. */
  readonly leaving: Float64Array
}

/**
 * Computes the expected number of visits to the companies of a loop.
 *
 * @param positions the positions of the loop's members, by their number in the graph.
 * @param entering the probability of entering the loop at each position.
 * @returns null if the loop is too large, or so nearly closed that a pivot is zero.
 */
export function solveLoop(
  upstream: UpstreamGraph,
  positions: ReadonlyMap<number, number>,
  entering: readonly number[],
): LoopVisits | null {
  if (positions.size > maxLoopSize) return null
  const matrix = createFlowMatrix(upstream, positions)
  if (!invertFlow(matrix)) return null
  const counts = new Float64Array(positions.size)
  for (const [position, row] of matrix.rows.entries()) addProduct(counts, entering[position] ?? 0, row)
  return { counts, returns: Float64Array.from(matrix.rows, (row, position) => row[position] ?? 0) }
}

function createFlowMatrix(upstream: UpstreamGraph, positions: ReadonlyMap<number, number>): FlowMatrix {
  const rows = Array.from(positions, () => new Float64Array(positions.size))
  const leaving = new Float64Array(positions.size)
  for (const [member, from] of positions) {
    const { steps = [], unheld = 0 } = upstream[member] ?? {}
    const row = rows[from]
    let outside = unheld
    for (const { to: owner, least } of steps) {
      const to = positions.get(owner)
      if (to === undefined) outside += least
      else if (row !== undefined) row[to] = least
    }
    leaving[from] = outside
  }
  return { rows, leaving }
}

/**
 * Replaces the shares by the expected visits from each company to each other, in place, by Gauss-Jordan elimination. Each pivot is
 * computed as a sum, without subtraction, as by Grassmann, Taksar and Heyman (1985), so that the result is exact even for a nearly
 * closed loop.
 *
 * @returns false if a pivot is zero.
 */
function invertFlow({ rows, leaving }: FlowMatrix): boolean {
  // The members that the depth-first search visited last have the fewest owners among those that remain.
  for (const [via, viaRow] of [...rows.entries()].toReversed()) {
    const remaining = viaRow.subarray(0, via)
    const pivot = remaining.reduce((sum, share) => sum + share, leaving[via] ?? 0)
    if (pivot === 0) return false
    viaRow[via] = 1
    for (const [owner, share] of viaRow.entries()) viaRow[owner] = share / pivot
    const leavingVia = (leaving[via] ?? 0) / pivot
    for (const [company, row] of rows.entries()) {
      const share = row[via] ?? 0
      if (company === via || share === 0) continue
      row[via] = 0
      addProduct(row, share, viaRow)
      leaving[company] = (leaving[company] ?? 0) + share * leavingVia
    }
  }
  return true
}

/** Adds a multiple of a row to another row. */
function addProduct(row: Float64Array, factor: number, added: Float64Array): void {
  for (let column = 0; column < row.length; column += 1)
    row[column] = (row[column] ?? 0) + factor * (added[column] ?? 0)
}
