import type { Network } from '../../src/model/network.ts'
import { holds, organizationNode, personNode, sanction } from '../../test/network/networks.ts'

/** The companies of a network, and its persons, whose numbers follow. */
const companies = 3_000
const persons = 2_000
const holdings = 20_000
/** Companies own parts of each other in groups of so many. */
const group = 12

/** Numbers from 0 to 1 that are the same in each run. */
function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Creates a network of 5,000 nodes and 20,000 holdings, as registers have them; half of the shares are unknown. */
export function createHoldings(): Network {
  const dice = createDice(7)
  const nodes = Array.from({ length: companies + persons }, (_, index) =>
    (index < companies ? organizationNode : personNode)(`N${index}`, {
      sanctions: index % 100 === 99 ? [sanction] : [],
    }),
  )
  const relations = Array.from(drawOwners(dice), ([company, owners]) =>
    Array.from(owners, owner => holds([`N${owner}`, `N${company}`, dice() < 0.5 ? null : 1 / owners.size])),
  ).flat()
  return { rootId: 'N0', nodes, relations, isComplete: true, overriddenFields: [], unknownFields: {} }
}

/** Draws the owners of each company from its group, from the groups above it, or from the persons. */
function drawOwners(dice: () => number): Map<number, Set<number>> {
  const below = (limit: number) => Math.floor(dice() * limit)
  const drawOwner = (company: number) => {
    const first = company - (company % group)
    const kind = dice()
    if (kind < 0.15) return first + below(group)
    if (kind < 0.45) return Math.min(companies - 1, first + group + below(20 * group))
    return companies + below(persons)
  }
  const ownersByCompany = new Map(
    Array.from({ length: companies }, (_, index) => [index, new Set<number>()] as const),
  )
  for (let count = 0, tries = 0; count < holdings; tries += 1) {
    const company = tries % companies
    const owner = drawOwner(company)
    const owners = ownersByCompany.get(company)
    if (owner === company || owners === undefined || owners.has(owner)) continue
    owners.add(owner)
    count += 1
  }
  return ownersByCompany
}
