import type { Network, NetworkNode } from '../src/model/network.ts'
import {
  assessSanctions,
  computeOwnership,
  findBeneficialOwners,
  indexNetwork,
  toGraph,
  toSvg,
} from '../src/network/index.ts'
import { holds, organizationNode } from '../test/network/networks.ts'
import { readThreadTime } from './measure/processor-time.ts'
import { createTurns } from './measure/turns.ts'
import { median } from './page/figures.ts'

/**
 * `npm run bench:network`: the processor time of computations on a network of 5,000 nodes and 20,000 relations, beside
 * a dense solve of the same shares, and of a picture of 150 of their nodes. In one network companies own
 * parts of each other in groups, as holdings do, and the same with half of the shares unknown; in another, anybody owns a part
 * of anybody; in the last, each of 5,000 owns the next one.
 */
const size = 5_000
const ties = 20_000
const companies = 3_000
const group = 12
const target = 100
const pictureTarget = 1_000
const denseSize = 1_000

/** Numbers from 0 to 1 that are the same in each run. */
function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Draws the owners of each company from its group, the groups above, or persons. All owners of a company hold equal shares. */
function holdingsInGroups(): Map<number, Set<number>> {
  const dice = createDice(7)
  const below = (limit: number) => Math.floor(dice() * limit)
  return ownersOf(company => {
    const first = company - (company % group)
    const kind = dice()
    if (kind < 0.15) return first + below(group)
    if (kind < 0.45) return Math.min(companies - 1, first + group + below(20 * group))
    return companies + below(size - companies)
  })
}

function holdingsOfAnybody(): Map<number, Set<number>> {
  const dice = createDice(7)
  return ownersOf(() => Math.floor(dice() * size))
}

function chainOfHoldings(): Map<number, Set<number>> {
  return new Map(Array.from({ length: size - 1 }, (_, index) => [index, new Set([index + 1])]))
}

/** Draws owners for the companies, until there are as many holdings as `ties`. */
function ownersOf(draw: (company: number) => number): Map<number, Set<number>> {
  const owners = new Map<number, Set<number>>()
  for (let count = 0, tries = 0; count < ties && tries < 10 * ties; tries += 1) {
    const company = tries % companies
    const companyOwners = owners.get(company) ?? new Set<number>()
    owners.set(company, companyOwners)
    const owner = draw(company)
    if (owner === company || companyOwners.has(owner)) continue
    companyOwners.add(owner)
    count += 1
  }
  return owners
}

function networkOf(owners: ReadonlyMap<number, ReadonlySet<number>>, unknown: number): Network {
  const dice = createDice(11)
  const relations = Array.from(owners, ([company, holders]) =>
    Array.from(holders, owner =>
      holds([`N${owner}`, `N${company}`, dice() < unknown ? null : 1 / holders.size]),
    ),
  ).flat()
  const nodes = Array.from({ length: size }, (_, index) => createNode(index, owners.has(index)))
  return { rootId: 'N0', nodes, relations, isComplete: true, overriddenFields: [], unknownFields: {} }
}

/** One node in a hundred is sanctioned. */
function createNode(index: number, isOwned: boolean): NetworkNode {
  return organizationNode(`N${index}`, {
    name: `Party ${index}`,
    type: isOwned ? 'organization' : 'person',
    sanctions:
      index % 100 === 99
        ? [{ name: `Party ${index}`, sources: [], isReadable: true, unknownFields: {} }]
        : [],
  })
}

/** Eliminates in a dense matrix, as a peer, for the first companies only: 5,000 take 125 times as long as 1,000. */
function solveDensely(owners: ReadonlyMap<number, ReadonlySet<number>>): number {
  const matrix = Array.from({ length: denseSize }, (_, index) => {
    const row = new Float64Array(denseSize + 1)
    row[index] = 1
    return row
  })
  for (const [company, holders] of owners) {
    for (const owner of holders) {
      const row = matrix[owner]
      if (row !== undefined && company < denseSize) row[company] = (row[company] ?? 0) - 0.99 / holders.size
    }
  }
  for (const row of matrix) row[denseSize] = row[0] ?? 0
  for (const [index, pivot] of matrix.entries()) {
    for (const row of matrix.slice(index + 1)) {
      const factor = (row[index] ?? 0) / (pivot[index] ?? 1)
      if (factor === 0) continue
      for (let column = index; column <= denseSize; column += 1)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0)
    }
  }
  return matrix[denseSize - 1]?.[denseSize] ?? 0
}

function printTime(task: string, time: number, max: number): void {
  console.log(`  ${task}: ${time.toFixed(1)} ms (target ${max}: ${time <= max ? 'met' : 'missed'})`)
}

const inGroups = holdingsInGroups()
const networks = {
  'in groups': networkOf(inGroups, 0),
  'in groups, half of the shares unknown': networkOf(inGroups, 0.5),
  'of anybody in anybody': networkOf(holdingsOfAnybody(), 0),
  'in a chain': networkOf(chainOfHoldings(), 0),
}
for (const [name, network] of Object.entries(networks)) {
  const turns = await createTurns(
    {
      indexNetwork: () => indexNetwork(network),
      computeOwnership: () => computeOwnership(network),
      'assessSanctions (ofac)': () => assessSanctions(network, { regime: 'ofac' }),
      'assessSanctions (uk)': () => assessSanctions(network, { regime: 'uk' }),
    },
    2_000,
  )
  const { owners } = computeOwnership(network)
  console.log(
    `${size} nodes, ${network.relations.length} holdings ${name}; ${owners.length} owners of the root:`,
  )
  for (const [task, measure] of Object.entries(turns)) printTime(task, await measure(), target)
  const started = readThreadTime()
  findBeneficialOwners(network, { rule: 'amlr' })
  console.log(`  findBeneficialOwners (amlr), once: ${(readThreadTime() - started).toFixed(0)} ms`)
  const { nodes, edges } = toGraph(network)
  const pictures = await createTurns({ toSvg: () => toSvg(network) }, 2_000)
  for (const [task, measure] of Object.entries(pictures))
    printTime(`${task}, ${nodes.length} nodes, ${edges.length} lines`, await measure(), pictureTarget)
}
const dense = Array.from({ length: 3 }, () => {
  const started = readThreadTime()
  solveDensely(inGroups)
  return readThreadTime() - started
})
const all = (size / denseSize) ** 3
console.log(
  `dense solve of ${denseSize} companies: ${median(dense).toFixed(0)} ms; of ${size}, by its cube: ${((median(dense) * all) / 1000).toFixed(1)} s`,
)
