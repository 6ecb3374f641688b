import { pickAt } from '../../state/identifiers.ts'
import type { Neighbourhood } from '../graph.ts'
import { type PartyLink, parseLink } from '../link.ts'
import type { ScreeningParty } from '../party.ts'

const nodeCount = 5000

/** The number of children of a company in the tree: enough for all parties to be within three relations of the root. */
const branchingFactor = 17

/** The number of a company's children that own it. The other children lead it, supply it or are its partners. */
const ownerCount = 4

/**
 * Invents a network without hits that is hard to draw: a tree in which each company has many children. Every hundredth party is
 * also a partner of the next hundredth party, which adds cycles to the tree.
 */
export function inventLargeNetwork(root: ScreeningParty): Neighbourhood {
  const parties = [
    root,
    ...Array.from({ length: nodeCount - 1 }, (_, index) => inventMember(root, index + 1)),
  ]
  const links = parties.slice(1).map((party, index) => {
    const centre = Math.floor(index / branchingFactor)
    // The owners of a company hold equal shares. The last company may have fewer children, and therefore fewer owners.
    const owners = Math.min(ownerCount, nodeCount - 1 - centre * branchingFactor)
    return linkToCentre(party, parties[centre] ?? root, index % branchingFactor, 1 / owners)
  })
  return { parties, links: [...links, ...linkAcross(parties)] }
}

function inventMember({ key, countryCode }: ScreeningParty, number: number): ScreeningParty {
  const type = isPerson(number) ? 'person' : 'organization'
  const name = type === 'person' ? `Petronella Testfield ${number}` : `Example Member ${number} Ltd`
  return { key: `${key}-${number}`, type, name, countryCode }
}

/** Whether a party is a person. Every second party without children is a person. Parties with children are companies. */
function isPerson(number: number): boolean {
  return number * branchingFactor + 1 >= nodeCount && number % 2 === 1
}

function linkToCentre(
  party: ScreeningParty,
  centre: ScreeningParty,
  position: number,
  share: number,
): PartyLink {
  const linkOf = (line: string) => parseLink(line, name => (name === 'it' ? party : centre).key)
  if (position < ownerCount) return linkOf(`it owns centre ${share}`)
  if (party.type === 'person') return linkOf('it leads centre board_member Member of the Board')
  return linkOf(
    position % 2 === 0 ? 'it supplies centre Supplies parts' : 'centre partners it Works together',
  )
}

function linkAcross(parties: readonly ScreeningParty[]): PartyLink[] {
  const everyHundredth = parties.filter((_, number) => number % 100 === 0)
  const keyOf = (number: string) => pickAt(everyHundredth, Number(number)).key
  return everyHundredth.map((_, number) => parseLink(`${number} partners ${number + 1} Across`, keyOf))
}
