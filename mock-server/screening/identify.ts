import type { Server } from '../server.ts'
import type { StoredEntity } from '../state/teams.ts'
import { createGraph, type Graph } from './graph.ts'
import { householdOf } from './household.ts'
import { type Evidence, findMatch } from './matching/match.ts'
import type { Party } from './party.ts'
import { ownScore, scoreInNetwork } from './risk.ts'
import { scenarioOf } from './scenarios/index.ts'
import { tellStory } from './scenarios/stories.ts'
import { links, parties } from './universe/index.ts'

/** The party that an entity matches, and its network. */
export interface Identity {
  readonly root: Party
  /** The relations around it; built on demand, for a list needs few of them. */
  readonly graph: () => Graph
  /** Why it matches; null if it matches no party. */
  readonly evidence: Evidence | null
  /** Whether the parties are those of the universe, whose keys are the same for all entities. */
  readonly isKnown: boolean
}

const universe = createGraph({ parties, links })

/** A reserved test name first, then the fictional universe, then clean (see docs/mock-server.md). */
export function identify(server: Server, entity: StoredEntity, scan: number): Identity {
  const root = asParty(entity)
  const scenario = scenarioOf(server, entity)
  if (scenario !== undefined) {
    const story = tellStory(scenario.id, { root, seed: server.seed, scan })
    const graph = createGraph(story)
    return {
      root: graph.party(root.key) ?? root,
      graph: () => graph,
      evidence: { score: 1, reasons: ['reserved_name'] },
      isKnown: false,
    }
  }
  const match = findMatch(entity)
  if (match !== undefined) return { root: match.party, graph: () => universe, evidence: match, isKnown: true }
  return {
    root,
    graph: () => createGraph(householdOf(root, server.seed)),
    evidence: null,
    isKnown: false,
  }
}

/** The risk score of an entity. A generated household has no hits, so that it need not be built. */
export function riskOf(server: Server, entity: StoredEntity, scan: number): number {
  if (scenarioOf(server, entity)?.isClean) return ownScore(asParty(entity), server.seed)
  const { root, graph, evidence } = identify(server, entity, scan)
  return evidence === null ? ownScore(root, server.seed) : scoreInNetwork(graph(), root, server.seed)
}

export function asParty({ id, type, name, countryCode, registration, birthDate }: StoredEntity): Party {
  return {
    key: id,
    type,
    name,
    countryCode: countryCode ?? '',
    registration: registration || undefined,
    birthDate: birthDate || undefined,
  }
}
