import type { Neighbourhood } from '../graph.ts'
import { householdOf } from '../household.ts'
import { type Link, leads, owns, related } from '../link.ts'
import { organization, type Party, person } from '../party.ts'
import type { ScenarioId } from './catalogue.ts'
import { inventLargeNetwork } from './large-network.ts'

/** The entity that a story is about. */
export interface Telling {
  readonly root: Party
  readonly seed: number
  /** The number of the screening, from 1. */
  readonly scan: number
}

/** The network of an entity with a reserved name; the root is among the parties, with its hits. */
type Story = (telling: Telling) => Neighbourhood

const sanctions = 'Fictional Test Programme'
const adverseMedia = 'Reported in a fictional test case'
const pep = 'Minister of Testing (fictional)'

/** The stages of an entity that changes, in turn. */
const stages = [clean, inAdverseMedia, politicallyExposed, sanctioned] as const

/** Those that are not here have no story of their own: they are clean. */
const stories: Partial<Record<ScenarioId, Story>> = {
  sanctioned,
  pep: politicallyExposed,
  'adverse-media': inAdverseMedia,
  'ownership-chain': ownershipChain,
  'ownership-cycle': ownershipCycle,
  'closed-loop': closedLoop,
  'fifty-percent': fiftyPercent,
  'two-26-percent': twice26Percent,
  quirky: oddCompany,
  changing: telling => (stages[(telling.scan - 1) % stages.length] ?? clean)(telling),
  'large-network': ({ root }) => inventLargeNetwork(root),
}

export function tellStory(id: ScenarioId, telling: Telling): Neighbourhood {
  return (stories[id] ?? clean)(telling)
}

function clean({ root, seed }: Telling): Neighbourhood {
  return householdOf(root, seed)
}

function sanctioned(telling: Telling): Neighbourhood {
  return heldAgainst(telling, { sanctions })
}

function inAdverseMedia(telling: Telling): Neighbourhood {
  return heldAgainst(telling, { adverseMedia })
}

function heldAgainst({ root, seed }: Telling, hit: Partial<Party>): Neighbourhood {
  return householdOf({ ...root, ...hit }, seed)
}

/** Only persons hold offices: an organization has an owner who does. */
function politicallyExposed(telling: Telling): Neighbourhood {
  const { root } = telling
  if (root.type === 'person') return heldAgainst(telling, { pep })
  const owner = member(root, 'person', 'minister', 'Philomena Testament', { pep })
  return {
    parties: [root, owner],
    links: [owns(owner.key, root.key, 1), leads(owner.key, root.key, 'Managing Director', 'executive')],
  }
}

function ownershipChain({ root }: Telling): Neighbourhood {
  const below = member(root, 'organization', 'lower', 'Example Lower Holding Ltd')
  const above = member(root, 'organization', 'upper', 'Example Upper Holding Ltd')
  const owner = member(root, 'person', 'owner', 'Ignatius Testmann', { sanctions })
  return {
    parties: [root, below, above, owner],
    links: [owns(below.key, root.key, 1), owns(above.key, below.key, 1), owns(owner.key, above.key, 1)],
  }
}

function ownershipCycle({ root }: Telling): Neighbourhood {
  const second = member(root, 'organization', 'second', 'Example Second Ring Ltd')
  const third = member(root, 'organization', 'third', 'Example Third Ring Ltd')
  const owner = member(root, 'person', 'owner', 'Clementia Prober')
  const ring = [root.key, second.key, third.key]
  return {
    parties: [root, second, third, owner],
    links: ring.flatMap((company, at) => {
      const next = ring[(at + 1) % ring.length] ?? company
      return [owns(company, next, 0.4), owns(owner.key, next, 0.6)]
    }),
  }
}

function closedLoop({ root }: Telling): Neighbourhood {
  const other = member(root, 'organization', 'other', 'Example Mirror Ltd')
  return { parties: [root, other], links: [owns(root.key, other.key, 1), owns(other.key, root.key, 1)] }
}

function fiftyPercent({ root }: Telling): Neighbourhood {
  const blocked = member(root, 'person', 'owner', 'Ignatius Testmann', { sanctions })
  const other = member(root, 'person', 'other', 'Clementia Prober')
  return ownedBy(root, [blocked, 0.5], [other, 0.5])
}

function twice26Percent({ root }: Telling): Neighbourhood {
  const first = member(root, 'person', 'first', 'Ignatius Testmann', { sanctions })
  const second = member(root, 'person', 'second', 'Eudoxia Testmann', { sanctions })
  const other = member(root, 'person', 'other', 'Clementia Prober')
  return ownedBy(root, [first, 0.26], [second, 0.26], [other, 0.48])
}

function ownedBy(root: Party, ...holdings: readonly (readonly [Party, number])[]): Neighbourhood {
  const links: Link[] = holdings.map(([owner, share]) => owns(owner.key, root.key, share))
  return { parties: [root, ...holdings.map(([owner]) => owner)], links }
}

/** A person and two companies, roles and shares among them: something for each quirk. */
function oddCompany({ root }: Telling): Neighbourhood {
  const partner = member(root, 'person', 'partner', 'Clementia Prober')
  const company = member(root, 'organization', 'company', 'Example Oddments Ltd')
  const led = root.type === 'organization' ? root : company
  return {
    parties: [root, partner, company],
    links: [
      leads(partner.key, led.key, 'Managing Director', 'executive'),
      owns(partner.key, led.key, 1),
      related(root.key, company.key, 'PartnershipRelationship', 'Collect oddities together'),
    ],
  }
}

/** Somebody of the root's own country. */
function member(
  root: Party,
  type: Party['type'],
  role: string,
  name: string,
  hit: Pick<Party, 'pep' | 'sanctions'> = {},
): Party {
  const make = type === 'person' ? person : organization
  return make(`${root.key}-${role}`, name, root.countryCode, hit)
}
