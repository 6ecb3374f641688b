import type { PartyLink } from '../link.ts'
import type { ScreeningParty } from '../party.ts'
import { inventGroups } from './invented.ts'
import { wellKnownLinks, wellKnownParties } from './well-known.ts'

const invented = inventGroups()

export const universeParties: readonly ScreeningParty[] = [...wellKnownParties, ...invented.parties]

/** The relations between the parties of the universe. The shares in a company sum to 1. */
export const universeLinks: readonly PartyLink[] = [...wellKnownLinks, ...invented.links]
