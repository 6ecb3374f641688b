import type { EntityType } from '../../../src/contract/values.ts'

/** What a scenario does beside its story. */
export interface ScenarioRules {
  /** The only type of entity that it is for; an entity of the other type is screened as clean. */
  readonly type?: EntityType
  /** Milliseconds from the start of a screening until its results are in, where they differ from the usual. */
  readonly resultsAfter?: number | 'never'
  /** Whether nobody in its network has a hit: the score is the entity's own, and the network need not be built for it. */
  readonly isClean?: boolean
  /** The error status of the creation; nothing is created. */
  readonly status?: number
}

const forCompanies = { type: 'organization' } as const

export const rules = {
  sanctioned: {},
  pep: {},
  'adverse-media': {},
  clean: {},
  'ownership-chain': forCompanies,
  'ownership-cycle': forCompanies,
  'closed-loop': forCompanies,
  'fifty-percent': forCompanies,
  'two-26-percent': forCompanies,
  slow: { resultsAfter: 600_000 },
  stuck: { resultsAfter: 'never' },
  changing: {},
  quirky: {},
  'large-network': { ...forCompanies, isClean: true },
  'error-400': { status: 400 },
  'error-401': { status: 401 },
  'error-403': { status: 403 },
  'error-404': { status: 404 },
  'error-429': { status: 429 },
  'error-500': { status: 500 },
  'error-503': { status: 503 },
} as const satisfies Readonly<Record<string, ScenarioRules>>

/** The name of a scenario, which stands in brackets at the beginning of an entity's name; docs/scenarios.md lists them. */
export type ScenarioId = keyof typeof rules

export interface Reserved extends ScenarioRules {
  readonly id: ScenarioId
}

/** The scenario whose prefix a name begins with. */
export function findScenario(name: string): Reserved | undefined {
  // Called for every entity of a list: the first character rules out nearly all names.
  if (!name.startsWith('[')) return undefined
  const id = name.slice(1, Math.max(1, name.indexOf(']'))).toLowerCase()
  return isScenario(id) ? { id, ...rules[id] } : undefined
}

function isScenario(id: string): id is ScenarioId {
  return Object.hasOwn(rules, id)
}
