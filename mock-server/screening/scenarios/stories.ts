import { at } from '../../state/identifiers.ts'
import type { Neighbourhood } from '../graph.ts'
import { householdOf } from '../household.ts'
import { readLink } from '../link.ts'
import { type Party, readParty } from '../party.ts'
import { inventLargeNetwork } from './large-network.ts'
import type { ScenarioId } from './reserved.ts'

export interface Telling {
  readonly root: Party
  readonly seed: number
  /** The number of the screening, from 1. */
  readonly scan: number
}

const sanctions = 'Fictional Test Programme'
const adverseMedia = 'Reported in a fictional test case'
const pep = 'Minister of Testing (fictional)'

type Hit = Pick<Party, 'pep' | 'sanctions' | 'adverseMedia'>

const hits: Readonly<Record<string, Hit>> = {
  sanctioned: { sanctions },
  'adverse-media': { adverseMedia },
  pep: { pep },
}

/** The same for an entity that changes, in turn. */
const stages: readonly Hit[] = [{}, { adverseMedia }, { pep }, { sanctions }]

const clean = 'Clementia Prober'
const blocked = `Ignatius Testmann | - | sanctions ${sanctions}`

/** Who is around an entity, all of its own country: lines as `readParty` and `readLink` take them. */
interface Plot {
  readonly members: readonly string[]
  readonly links: readonly string[]
}

const plots: Readonly<Record<string, Plot>> = {
  minister: {
    members: [`person minister | Philomena Testament | - | pep ${pep}`],
    links: ['minister owns root 1', 'minister leads root executive Managing Director'],
  },
  'ownership-chain': {
    members: [
      'company lower | Example Lower Holding Ltd',
      'company upper | Example Upper Holding Ltd',
      `person owner | ${blocked}`,
    ],
    links: ['lower owns root 1', 'upper owns lower 1', 'owner owns upper 1'],
  },
  'ownership-cycle': {
    members: [
      'company second | Example Second Ring Ltd',
      'company third | Example Third Ring Ltd',
      `person owner | ${clean}`,
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
    members: [`person owner | ${blocked}`, `person other | ${clean}`],
    links: ['owner owns root 0.5', 'other owns root 0.5'],
  },
  'two-26-percent': {
    members: [
      `person first | ${blocked}`,
      `person second | Eudoxia Testmann | - | sanctions ${sanctions}`,
      `person other | ${clean}`,
    ],
    links: ['first owns root 0.26', 'second owns root 0.26', 'other owns root 0.48'],
  },
  // Something for each quirk: roles and shares in the entity, or in a company beside it if it is a person.
  quirky: {
    members: [`person partner | ${clean}`, 'company company | Example Oddments Ltd'],
    links: [
      'partner leads firm executive Managing Director',
      'partner owns firm 1',
      'root partners company Collect oddities together',
    ],
  },
}

/** The network of an entity with a reserved name; the root is among the parties, with its hits. */
export function tellStory(id: ScenarioId, { root, seed, scan }: Telling): Neighbourhood {
  if (id === 'large-network') return inventLargeNetwork(root)
  const hit = id === 'changing' ? at(stages, scan - 1) : (hits[id] ?? {})
  // Only persons hold offices: an organization has an owner who does.
  const plot = hit.pep !== undefined && root.type === 'organization' ? plots.minister : plots[id]
  return plot === undefined ? householdOf({ ...root, ...hit }, seed) : play(root, plot)
}

function play(root: Party, { members, links }: Plot): Neighbourhood {
  const keyOf = (name: string): string => {
    if (name === 'firm') return root.type === 'organization' ? root.key : keyOf('company')
    return name === 'root' ? root.key : `${root.key}-${name}`
  }
  const parties = members.map(readParty).map(party => ({
    ...party,
    key: keyOf(party.key),
    countryCode: root.countryCode,
  }))
  return { parties: [root, ...parties], links: links.map(line => readLink(line, keyOf)) }
}
