import type { Link } from '../link.ts'
import type { Party } from '../party.ts'
import { inventGroups } from './invented.ts'
import { wellKnownLinks, wellKnownParties } from './well-known.ts'

const invented = inventGroups()

export const parties: readonly Party[] = [...wellKnownParties, ...invented.parties]

/** The relations between them. Shares of a company sum to 1. */
export const links: readonly Link[] = [...wellKnownLinks, ...invented.links]
