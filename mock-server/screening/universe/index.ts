import type { Neighbourhood } from '../graph.ts'
import { inventGroups } from './invented.ts'
import { parseWellKnown } from './well-known.ts'

let universe: Neighbourhood | undefined

/**
 * Returns the parties of the fictional universe, and their relations. The shares in a company sum to 1. The universe is created at
 * the first call, so that its creation does not delay the start of a server.
 */
export function getUniverse(): Neighbourhood {
  universe ??= joinNeighbourhoods(parseWellKnown(), inventGroups())
  return universe
}

function joinNeighbourhoods(first: Neighbourhood, second: Neighbourhood): Neighbourhood {
  return {
    parties: [...first.parties, ...second.parties],
    links: [...first.links, ...second.links],
  }
}
