import type { StoredEntity } from '../state/stored-entity.ts'
import { createGraph, type Graph } from './graph.ts'
import { inventHousehold } from './invent-household.ts'
import { findMatch, type MatchEvidence } from './matching/match.ts'
import type { ScreeningParty } from './party.ts'
import { computeNetworkScore, computeOwnScore } from './risk.ts'
import { scenarioOf } from './scenarios/index.ts'
import { buildScenarioNetwork } from './scenarios/scenario-network.ts'
import type { ScreeningSettings } from './screening-settings.ts'
import { getUniverse } from './universe/index.ts'

/** The party that an entity matches, and the network of the party. */
export interface Identification {
  readonly root: ScreeningParty
  /** Returns the graph of the party's relations, which is built on demand, because the list of entities rarely needs a graph. */
  readonly graph: () => Graph
  /** The reasons for the match; null if the entity matches no party. */
  readonly evidence: MatchEvidence | null
  /** Whether the graph is the fictional universe, in which a party has the same key for every entity. */
  readonly isInUniverse: boolean
}

let universeGraph: Graph | undefined

/** Creates the graph at the first call, like the universe. */
function getUniverseGraph(): Graph {
  universeGraph ??= createGraph(getUniverse())
  return universeGraph
}

/** Identifies an entity by its reserved test name, or else by a match in the fictional universe. Any other entity has no hits. */
export function identifyParty(
  settings: ScreeningSettings,
  entity: StoredEntity,
  scan: number,
): Identification {
  const root = toParty(entity)
  const scenario = scenarioOf(settings, entity)
  if (scenario !== undefined) {
    const scenarioNetwork = buildScenarioNetwork(scenario.id, { root, seed: settings.seed, scan })
    const graph = createGraph(scenarioNetwork)
    return {
      root: graph.party(root.key) ?? root,
      graph: () => graph,
      evidence: { score: 1, reasons: ['reserved_name'] },
      isInUniverse: false,
    }
  }
  const match = findMatch(entity)
  if (match !== undefined)
    return { root: match.party, graph: getUniverseGraph, evidence: match, isInUniverse: true }
  return {
    root,
    graph: () => createGraph(inventHousehold(root, settings.seed)),
    evidence: null,
    isInUniverse: false,
  }
}

/**
 * Computes the risk score of an entity. For an entity without a match, no network is invented, because an invented network has
 * no hits and so no effect on the score.
 */
export function computeRiskScore(settings: ScreeningSettings, entity: StoredEntity, scan: number): number {
  if (scenarioOf(settings, entity)?.isClean) return computeOwnScore(toParty(entity), settings.seed)
  const { root, graph, evidence } = identifyParty(settings, entity, scan)
  return evidence === null
    ? computeOwnScore(root, settings.seed)
    : computeNetworkScore(graph(), root, settings.seed)
}

export function toParty({
  id,
  type,
  name,
  countryCode,
  registration,
  birthDate,
}: StoredEntity): ScreeningParty {
  return {
    key: id,
    type,
    name,
    countryCode: countryCode ?? '',
    registration: registration || undefined,
    birthDate: birthDate || undefined,
  }
}
