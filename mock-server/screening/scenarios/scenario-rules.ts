import type { EntityType } from '../../../src/contract/values.ts'

/** The effects of a scenario apart from its network. */
export interface ScenarioRules {
  /** The type of entity that the scenario is for; both types if left out. An entity of the other type has no hits. */
  readonly type?: EntityType
  /** Milliseconds from the start of a screening until its results are available; 5000 if left out. */
  readonly resultsAfter?: number | 'never'
  /** Whether the network has no hits. If so, the score is computed without the network. */
  readonly isClean?: boolean
  /** The HTTP status of the error with which the creation of the entity fails. If this field is left out, the creation succeeds. */
  readonly status?: number
}

const forCompanies = { type: 'organization' } as const

export const scenarioRules = {
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

/** The name of a scenario. An entity whose name begins with this name in brackets gets the outcome of the scenario. */
export type ScenarioId = keyof typeof scenarioRules

export interface ReservedScenario extends ScenarioRules {
  readonly id: ScenarioId
}

/** Finds the scenario whose prefix a name begins with. */
export function findScenario(name: string): ReservedScenario | undefined {
  // This function is called for every entity of a list. The first character rules out nearly all names.
  if (!name.startsWith('[')) return undefined
  const id = name.slice(1, Math.max(1, name.indexOf(']'))).toLowerCase()
  return isScenarioId(id) ? { id, ...scenarioRules[id] } : undefined
}

function isScenarioId(id: string): id is ScenarioId {
  return Object.hasOwn(scenarioRules, id)
}
