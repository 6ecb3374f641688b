import { pickAt } from '../../state/identifiers.ts'
import type { Neighbourhood } from '../graph.ts'
import { inventHousehold } from '../invent-household.ts'
import { parseLink } from '../link.ts'
import { parseParty, type ScreeningParty } from '../party.ts'
import { inventLargeNetwork } from './large-network.ts'
import type { ScenarioId } from './scenario-rules.ts'

export interface ScenarioContext {
  readonly root: ScreeningParty
  readonly seed: number
  /** The number of the screening, from 1. */
  readonly scan: number
}

const sanctions = 'Fictional Test Programme'
const adverseMedia = 'Reported in a fictional test case'
const pep = 'Minister of Testing (fictional)'

type Hit = Pick<ScreeningParty, 'pep' | 'sanctions' | 'adverseMedia'>

const hitsByScenario: Readonly<Record<string, Hit>> = {
  sanctioned: { sanctions },
  'adverse-media': { adverseMedia },
  pep: { pep },
}

/** The hits of the scenario "changing", by screening. */
const changingHits: readonly Hit[] = [{}, { adverseMedia }, { pep }, { sanctions }]

const cleanPerson = 'Clementia Prober'
const sanctionedPerson = `Ignatius Testmann | - | sanctions ${sanctions}`

/**
 * The related parties of an entity, as lines for `parseParty`, and their relations, as lines for `parseLink`. The parties get the
 * country of the entity.
 */
interface NetworkPlan {
  readonly members: readonly string[]
  readonly links: readonly string[]
}

const networkPlans: Readonly<Record<string, NetworkPlan>> = {
  minister: {
    members: [`person minister | Philomena Testament | - | pep ${pep}`],
    links: ['minister owns root 1', 'minister leads root executive Managing Director'],
  },
  'ownership-chain': {
    members: [
      'company lower | Example Lower Holding Ltd',
      'company upper | Example Upper Holding Ltd',
      `person owner | ${sanctionedPerson}`,
    ],
    links: ['lower owns root 1', 'upper owns lower 1', 'owner owns upper 1'],
  },
  'ownership-cycle': {
    members: [
      'company second | Example Second Ring Ltd',
      'company third | Example Third Ring Ltd',
      `person owner | ${cleanPerson}`,
    ],
    links: [
      'root owns second 0.4',
      'owner owns second 0.6',
      'second owns third 0.4',
      'owner owns third 0.6',
      'third owns root 0.4',
      'owner owns root 0.6',
    ],
  },
  'closed-loop': {
    members: ['company other | Example Mirror Ltd'],
    links: ['root owns other 1', 'other owns root 1'],
  },
  'fifty-percent': {
    members: [`person owner | ${sanctionedPerson}`, `person other | ${cleanPerson}`],
    links: ['owner owns root 0.5', 'other owns root 0.5'],
  },
  'two-26-percent': {
    members: [
      `person first | ${sanctionedPerson}`,
      `person second | Eudoxia Testmann | - | sanctions ${sanctions}`,
      `person other | ${cleanPerson}`,
    ],
    links: ['first owns root 0.26', 'second owns root 0.26', 'other owns root 0.48'],
  },
  // This network contains roles and shares for the quirks to change. In the links, `firm` means the entity, or `company` if the
  // entity is a person.
  quirky: {
    members: [`person partner | ${cleanPerson}`, 'company company | Example Oddments Ltd'],
    links: [
      'partner leads firm executive Managing Director',
      'partner owns firm 1',
      'root partners company Collect oddities together',
    ],
  },
}

/**
 * Builds the network of an entity with a reserved name. The parties of the network include the entity itself, with the hits of
 * the scenario.
 */
export function buildScenarioNetwork(id: ScenarioId, { root, seed, scan }: ScenarioContext): Neighbourhood {
  if (id === 'large-network') return inventLargeNetwork(root)
  const hit = id === 'changing' ? pickAt(changingHits, scan - 1) : (hitsByScenario[id] ?? {})
  // Only persons hold public offices, so an organization gets an owner who holds an office.
  const plan =
    hit.pep !== undefined && root.type === 'organization' ? networkPlans.minister : networkPlans[id]
  return plan === undefined ? inventHousehold({ ...root, ...hit }, seed) : buildPlannedNetwork(root, plan)
}

function buildPlannedNetwork(root: ScreeningParty, { members, links }: NetworkPlan): Neighbourhood {
  const keyOf = (name: string): string => {
    if (name === 'firm') return root.type === 'organization' ? root.key : keyOf('company')
    return name === 'root' ? root.key : `${root.key}-${name}`
  }
  const parties = members.map(parseParty).map(party => ({
    ...party,
    key: keyOf(party.key),
    countryCode: root.countryCode,
  }))
  return { parties: [root, ...parties], links: links.map(line => parseLink(line, keyOf)) }
}
