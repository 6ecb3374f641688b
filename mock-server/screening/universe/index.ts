import type { Link } from '../link.ts'
import type { Party } from '../party.ts'
import { furtherLinks, furtherParties } from './further.ts'
import { inventGroups } from './invented.ts'
import { wellKnownLinks } from './well-known-links.ts'
import { wellKnownParties } from './well-known-parties.ts'

const invented = inventGroups()

/** The organizations and persons of the fictional universe. */
export const parties: readonly Party[] = [...wellKnownParties, ...furtherParties, ...invented.parties]

/** The relations between them. Shares of a company sum to 1. */
export const links: readonly Link[] = [...wellKnownLinks, ...furtherLinks, ...invented.links]
