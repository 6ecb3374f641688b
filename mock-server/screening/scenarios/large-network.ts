import { at } from '../../state/identifiers.ts'
import type { Neighbourhood } from '../graph.ts'
import { type Link, readLink } from '../link.ts'
import type { Party } from '../party.ts'

const nodeCount = 5000

/** How many parties stand next to each: as many as bring all of them within three relations of the root. */
const width = 17

/** How many of the parties that stand around a company own it; the others lead it, supply it or are owned by it. */
const ownerCount = 4

/**
 * A network that is a burden to draw: a tree in which every party but the last has so many neighbours, with a relation across
 * from each hundredth to the next, so that there are circles. All of them clean.
 */
export function inventLargeNetwork(root: Party): Neighbourhood {
  const parties = [root, ...Array.from({ length: nodeCount - 1 }, (_, at) => invent(root, at + 1))]
  const links = parties.slice(1).map((party, at) => {
    const centre = Math.floor(at / width)
    // Owners hold equal shares: the last company has fewer around it than the others.
    const owners = Math.min(ownerCount, nodeCount - 1 - centre * width)
    return relate(party, parties[centre] ?? root, at % width, 1 / owners)
  })
  return { parties, links: [...links, ...acrosses(parties)] }
}

function invent({ key, countryCode }: Party, number: number): Party {
  const type = isPerson(number) ? 'person' : 'organization'
  const name = type === 'person' ? `Petronella Testfield ${number}` : `Example Member ${number} Ltd`
  return { key: `${key}-${number}`, type, name, countryCode }
}

/** Companies alone have others around them: of the last row every second one is a person. */
function isPerson(number: number): boolean {
  return number * width + 1 >= nodeCount && number % 2 === 1
}

function relate(party: Party, centre: Party, place: number, share: number): Link {
  const between = (line: string) => readLink(line, name => (name === 'it' ? party : centre).key)
  if (place < ownerCount) return between(`it owns centre ${share}`)
  if (party.type === 'person') return between('it leads centre board_member Member of the Board')
  return between(place % 2 === 0 ? 'it supplies centre Supplies parts' : 'centre partners it Works together')
}

function acrosses(parties: readonly Party[]): Link[] {
  const marked = parties.filter((_, number) => number % 100 === 0)
  const keyOf = (number: string) => at(marked, Number(number)).key
  return marked.map((_, number) => readLink(`${number} partners ${number + 1} Across`, keyOf))
}
