import type { EntityType } from '../../src/contract/values.ts'
import { hash } from './identifiers.ts'

/** An entity as it is kept. What screening finds is computed, so that a million of them fit. */
export interface StoredEntity {
  readonly id: string
  readonly name: string
  readonly type: EntityType
  readonly countryCode: string | null
  readonly registration: string | null
  readonly birthDate: string | null
  readonly nationalId: string | null
  readonly nationality: string | null
  readonly tags: readonly string[]
  readonly createdAt: number
  updatedAt: number
  /** How many screenings have been started, the first at creation. */
  scan: number
  scanStartedAt: number
  /** The latest screening whose results were in when the running one started; 0 for none. */
  lastResults: number
  /** Set by hand; null where screening decides. */
  caseStatus: string | null
  /** What screening came to; null until somebody asks. */
  riskScore: number | null
  documents: readonly StoredDocument[]
}

export interface StoredDocument {
  readonly id: string
  readonly runId: string
  readonly url: string
  readonly title: string
  readonly type: string
  readonly attachedAt: number
}

/** A team: what is in one is invisible to all others. */
export interface Team {
  readonly id: string
  readonly entityLimit: number
  /** In creation order. */
  readonly entities: Map<string, StoredEntity>
  /** By the identifier of the first, the number of the next; only those that have namesakes are here. */
  readonly namesakes: Map<string, number>
  /** What an organization is recognised by: name and country, registration. */
  readonly organizations: Set<string>
}

/** A team's identifier and a key to it. */
export interface TeamAccess {
  readonly id: string
  readonly apiKey: string
}

export interface TeamOptions {
  /** @default a new identifier */
  readonly id?: string | undefined
  /** @default a new key */
  readonly apiKey?: string | undefined
  /** How many entities the team may have. */
  readonly entityLimit?: number | undefined
}

/** The server's teams and their keys. */
export interface Teams {
  /** A team of its own isolates a test from all others; an existing team gets one more key. */
  create(options?: TeamOptions): TeamAccess
  byKey(apiKey: string): Team | undefined
  /** An entity of whichever team. */
  findEntity(id: string): StoredEntity | undefined
  /** Forgets every team, but those given at the start, which are emptied. */
  reset(): void
}

/** What can stand in a header after "Bearer". */
export function isKey(apiKey: string): boolean {
  return /^[\x21-\x7e]+$/.test(apiKey)
}

export function createTeams(
  seed: number,
  entityLimit: number,
  keys: Iterable<readonly [string, string]>,
): Teams {
  const teams = new Map<string, Team>()
  const teamByKey = new Map<string, Team>()
  let created = 0

  function create(options: TeamOptions = {}): TeamAccess {
    created += 1
    const id = options.id ?? `team-${hash(seed, 'team', created).slice(0, 12)}`
    const apiKey = options.apiKey ?? `key-${hash(seed, 'key', created)}`
    if (!isKey(apiKey))
      throw new TypeError('teams.create: apiKey must be visible ASCII characters without spaces')
    const team = teams.get(id) ?? {
      id,
      entityLimit: options.entityLimit ?? entityLimit,
      entities: new Map(),
      namesakes: new Map(),
      organizations: new Set(),
    }
    teams.set(id, team)
    teamByKey.set(apiKey, team)
    return { id, apiKey }
  }

  function reset(): void {
    teams.clear()
    teamByKey.clear()
    created = 0
    for (const [apiKey, id] of keys) create({ id, apiKey })
  }

  function findEntity(id: string): StoredEntity | undefined {
    for (const team of teams.values()) {
      const entity = team.entities.get(id)
      if (entity !== undefined) return entity
    }
    return undefined
  }

  reset()
  return { create, reset, findEntity, byKey: apiKey => teamByKey.get(apiKey) }
}
