import type { UpstreamGraph } from './upstream-graph.ts'
import type { Effort } from './value-iteration.ts'

/** The maximum size of a loop that is solved exactly: the matrix of 2,000 companies takes 32 MB. */
const maxLoopSize = 2000

/**
 * The maximum number of products in one elimination, which takes some hundredths of a second. A loop whose companies all own
 * shares in each other exceeds it from about 240 companies; a sparse loop of 2,000 companies does not.
 */
const maxProducts = 5_000_000

/** The maximum number of products and cells for one result, so that a network of many loops does not take minutes. */
const maxSolved = 10_000_000

/** How many cells of an empty matrix cost as much as one product. */
const cellsPerProduct = 4

/** One step of an elimination: the eliminated company `via`, and its remaining owners (`to`) and companies (`from`). */
interface Elimination {
  readonly via: number
  readonly to: readonly number[]
  readonly from: readonly number[]
  /** The probability of leaving `via` for a remaining company, or for a party outside the loop. */
  readonly pivot: number
}

/** The expected number of visits of a random walk to each company of a loop, by position. */
interface LoopVisits {
  /** The visits of a walk that enters the loop. */
  readonly counts: Float64Array
  /** The visits of a walk that starts at the company itself. */
  readonly returns: Float64Array
}

/** The shares that the companies of a loop hold in each other, by position, as a matrix in which most cells are zero. */
interface FlowMatrix {
  readonly size: number
  /** The matrix by rows: the share of each company (row) that each owner (column) holds. */
  readonly flow: Float64Array
  /** The share of each company that no member of the loop certainly holds. */
  readonly leaving: Float64Array
  /** The columns of the cells of each row that are not zero, without the diagonal. */
  readonly owners: readonly number[][]
  /** The rows of the cells of each column that are not zero, without the diagonal. */
  readonly companies: readonly number[][]
  /** Whether each company remains to be eliminated. */
  readonly remainingFlags: boolean[]
  /** The number of remaining companies in `owners` and in `companies`. */
  readonly ownerCounts: Int32Array
  readonly companyCounts: Int32Array
}

/**
 * Computes the expected number of visits to the companies of a loop by sparse elimination. The algorithm of Grassmann, Taksar and
 * Heyman (1985) computes each pivot as a sum, without subtraction, so that the result is exact even for a nearly closed loop. The
 * algorithm of Takahashi, Fagan and Chin (1973) then computes only those cells of the inverse that the sparse factors need.
 *
 * @param positions the positions of the loop's members, by their number in the graph.
 * @param entering the probability of entering the loop at each position.
 * @param effort limits the work for all loops of one result.
 * @returns null if the loop is too large or too dense, or so nearly closed that a pivot is zero.
 */
export function solveLoop(
  upstream: UpstreamGraph,
  positions: ReadonlyMap<number, number>,
  entering: readonly number[],
  effort: Effort,
): LoopVisits | null {
  // A company outside any loop needs no work, so it is solved even if the work of the result is used up.
  const cells = positions.size === 1 ? 0 : positions.size ** 2 / cellsPerProduct
  if (positions.size > maxLoopSize || (cells > 0 && effort.solved + cells > maxSolved)) return null
  effort.solved += cells
  const matrix = createFlowMatrix(upstream, positions)
  const steps = eliminate(matrix, effort)
  return steps === null ? null : countVisits(matrix, steps, entering)
}

function createFlowMatrix(upstream: UpstreamGraph, positions: ReadonlyMap<number, number>): FlowMatrix {
  const size = positions.size
  const [flow, leaving] = [new Float64Array(size * size), new Float64Array(size)]
  const owners = Array.from(positions, (): number[] => [])
  const companies = Array.from(positions, (): number[] => [])
  for (const [member, from] of positions) {
    const { steps = [], unheld = 0 } = upstream[member] ?? {}
    leaving[from] = unheld
    for (const { to: owner, least } of steps) {
      const to = positions.get(owner)
      if (to === undefined) leaving[from] = (leaving[from] ?? 0) + least
      else if (to !== from && least > 0) {
        flow[from * size + to] = least
        owners[from]?.push(to)
        companies[to]?.push(from)
      }
    }
  }
  const remainingFlags = owners.map(() => true)
  const [ownerCounts, companyCounts] = [countEach(owners), countEach(companies)]
  return { size, flow, leaving, owners, companies, remainingFlags, ownerCounts, companyCounts }
}

function countEach(lists: readonly (readonly number[])[]): Int32Array {
  return Int32Array.from(lists, list => list.length)
}

/** Eliminates the companies one by one, and adds the flow through each to the remaining cells. Returns null if that is not possible. */
function eliminate(matrix: FlowMatrix, effort: Effort): Elimination[] | null {
  const { size, flow, leaving, owners, companies, remainingFlags } = matrix
  const steps: Elimination[] = []
  let products = 0
  while (steps.length < size) {
    const via = chooseNext(matrix)
    remainingFlags[via] = false
    const to = owners[via]?.filter(owner => remainingFlags[owner]) ?? []
    const from = companies[via]?.filter(company => remainingFlags[company]) ?? []
    const pivot = to.reduce((sum, owner) => sum + (flow[via * size + owner] ?? 0), leaving[via] ?? 0)
    const added = to.length * from.length
    products += added
    effort.solved += added
    if (pivot === 0 || products > maxProducts || (added > 0 && effort.solved > maxSolved)) return null
    for (const owner of to) addTo(matrix.companyCounts, owner, -1)
    for (const company of from) {
      addTo(matrix.ownerCounts, company, -1)
      const share = (flow[company * size + via] ?? 0) / pivot
      addTo(leaving, company, share * (leaving[via] ?? 0))
      for (const owner of to)
        if (owner !== company) addFlow(matrix, company, owner, share * (flow[via * size + owner] ?? 0))
    }
    steps.push({ via, to, from, pivot })
  }
  return steps
}

/** Chooses the company whose elimination needs the fewest products (Markowitz), so that few cells become non-zero. */
function chooseNext({ size, remainingFlags, ownerCounts, companyCounts }: FlowMatrix): number {
  let [next, fewest] = [0, Number.POSITIVE_INFINITY]
  for (let position = 0; position < size; position += 1) {
    if (!remainingFlags[position]) continue
    const products = (ownerCounts[position] ?? 0) * (companyCounts[position] ?? 0)
    if (products < fewest) {
      next = position
      fewest = products
    }
    if (fewest <= 1) break
  }
  return next
}

function addFlow(matrix: FlowMatrix, company: number, owner: number, added: number): void {
  const { size, flow, owners, companies } = matrix
  const cell = company * size + owner
  const before = flow[cell] ?? 0
  flow[cell] = before + added
  if (before > 0 || added === 0) return
  owners[company]?.push(owner)
  companies[owner]?.push(company)
  addTo(matrix.ownerCounts, company, 1)
  addTo(matrix.companyCounts, owner, 1)
}

function addTo(values: Float64Array | Int32Array, position: number, added: number): void {
  values[position] = (values[position] ?? 0) + added
}

/**
 * Computes the visits from the last eliminated company back to the first. The visits from one company to another overwrite the
 * cells of the matrix, which are not needed any more.
 */
function countVisits(
  { size, flow }: FlowMatrix,
  steps: readonly Elimination[],
  entering: readonly number[],
): LoopVisits {
  const arriving = Float64Array.from(entering)
  for (const { via, to, pivot } of steps) {
    const share = (arriving[via] ?? 0) / pivot
    for (const owner of to) addTo(arriving, owner, share * (flow[via * size + owner] ?? 0))
  }
  const [counts, returns] = [new Float64Array(size), new Float64Array(size)]
  for (const { via, to, from, pivot } of steps.toReversed()) {
    counts[via] =
      from.reduce(
        (sum, company) => sum + (counts[company] ?? 0) * (flow[company * size + via] ?? 0),
        arriving[via] ?? 0,
      ) / pivot
    const inflows = from.map(company => (flow[company * size + via] ?? 0) / pivot)
    const visitsFrom = new Float64Array(from.length)
    let visits = 1 / pivot
    for (const owner of to) {
      const share = (flow[via * size + owner] ?? 0) / pivot
      let visitsToVia = 0
      for (let column = 0; column < from.length; column += 1) {
        const company = from[column] ?? 0
        const between = company === owner ? (returns[owner] ?? 0) : (flow[owner * size + company] ?? 0)
        visitsToVia += between * (inflows[column] ?? 0)
        visitsFrom[column] = (visitsFrom[column] ?? 0) + share * between
      }
      flow[owner * size + via] = visitsToVia
      visits += share * visitsToVia
    }
    for (const [column, company] of from.entries()) flow[via * size + company] = visitsFrom[column] ?? 0
    returns[via] = visits
  }
  return { counts, returns }
}
