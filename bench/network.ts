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
import { median } from './figures.ts'
import { inTurns } from './turns.ts'

/**
 * `npm run bench:network`: how long answers from a network of 5,000 nodes and 20,000 relations take, reading it included,
 * against a dense solve of the same shares, and how long a picture of 150 of their nodes takes. In one network companies own
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

/** Of every company some owners: of its group, of the groups above, or persons; shares are equal parts of a whole. */
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
  return new Map(Array.from({ length: size - 1 }, (_, at) => [at, new Set([at + 1])]))
}

/** By company, so many owners that all together have so many ties. */
function ownersOf(draw: (company: number) => number): Map<number, Set<number>> {
  const owners = new Map<number, Set<number>>()
  for (let count = 0, tries = 0; count < ties && tries < 10 * ties; tries += 1) {
    const company = tries % companies
    const known = owners.get(company) ?? new Set<number>()
    owners.set(company, known)
    const owner = draw(company)
    if (owner === company || known.has(owner)) continue
    known.add(owner)
    count += 1
  }
  return owners
}

function networkOf(owners: ReadonlyMap<number, ReadonlySet<number>>, unknown: number): Network {
  const dice = createDice(11)
  const relations = Array.from(owners, ([company, some]) =>
    Array.from(some, owner => holds([`N${owner}`, `N${company}`, dice() < unknown ? null : 1 / some.size])),
  ).flat()
  const nodes = Array.from({ length: size }, (_, at) => nodeOf(at, owners.has(at)))
  return { rootId: 'N0', nodes, relations, isComplete: true, overriddenFields: [], unknownFields: {} }
}

/** One node in a hundred is sanctioned. */
function nodeOf(at: number, isOwned: boolean): NetworkNode {
  return organizationNode(`N${at}`, {
    name: `Party ${at}`,
    type: isOwned ? 'organization' : 'person',
    sanctions:
      at % 100 === 99 ? [{ name: `Party ${at}`, sources: [], isReadable: true, unknownFields: {} }] : [],
  })
}

/** The peer: elimination in a dense matrix, for the first companies alone; 5,000 of them take 125 times as long as 1,000. */
function solveDensely(owners: ReadonlyMap<number, ReadonlySet<number>>): number {
  const matrix = Array.from({ length: denseSize }, (_, at) => {
    const row = new Float64Array(denseSize + 1)
    row[at] = 1
    return row
  })
  for (const [company, some] of owners) {
    for (const owner of some) {
      const row = matrix[owner]
      if (row !== undefined && company < denseSize) row[company] = (row[company] ?? 0) - 0.99 / some.size
    }
  }
  for (const row of matrix) row[denseSize] = row[0] ?? 0
  for (const [at, pivot] of matrix.entries()) {
    for (const row of matrix.slice(at + 1)) {
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1)
      if (factor === 0) continue
      for (let column = at; column <= denseSize; column += 1)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0)
    }
  }
  return matrix[denseSize - 1]?.[denseSize] ?? 0
}

const inGroups = holdingsInGroups()
const networks = {
  'in groups': networkOf(inGroups, 0),
  'in groups, half of the shares unknown': networkOf(inGroups, 0.5),
  'of anybody in anybody': networkOf(holdingsOfAnybody(), 0),
  'in a chain': networkOf(chainOfHoldings(), 0),
}
for (const [name, network] of Object.entries(networks)) {
  const times = await inTurns(
    {
      indexNetwork: () => indexNetwork(network),
      computeOwnership: () => computeOwnership(network),
      'assessSanctions (ofac)': () => assessSanctions(network, { regime: 'ofac' }),
      'assessSanctions (uk)': () => assessSanctions(network, { regime: 'uk' }),
    },
    1,
    8_000,
  )
  const { owners: found } = computeOwnership(network)
  console.log(
    `${size} nodes, ${network.relations.length} holdings ${name}; ${found.length} owners of the root:`,
  )
  for (const [what, [took = Number.NaN]] of Object.entries(times)) {
    const verdict = took <= target ? 'met' : 'missed'
    console.log(`  ${what}: ${took.toFixed(1)} ms (target ${target}: ${verdict})`)
  }
  const started = performance.now()
  findBeneficialOwners(network, { rule: 'amlr' })
  console.log(`  findBeneficialOwners (amlr), once: ${(performance.now() - started).toFixed(0)} ms`)
  const { nodes, edges } = toGraph(network)
  const { toSvg: [took = Number.NaN] = [] } = await inTurns({ toSvg: () => toSvg(network) }, 1, 8_000)
  const verdict = took <= pictureTarget ? 'met' : 'missed'
  console.log(
    `  toSvg, ${nodes.length} nodes, ${edges.length} lines: ${took.toFixed(0)} ms (target ${pictureTarget}: ${verdict})`,
  )
}
const dense = Array.from({ length: 3 }, () => {
  const started = performance.now()
  solveDensely(inGroups)
  return performance.now() - started
})
const all = (size / denseSize) ** 3
console.log(
  `dense solve of ${denseSize} companies: ${median(dense).toFixed(0)} ms; of ${size}, by its cube: ${((median(dense) * all) / 1000).toFixed(1)} s`,
)
