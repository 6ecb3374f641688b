import * as z from 'zod/mini'
import { text } from '../../src/contract/text.ts'
import type { DocumentType, EntityType } from '../../src/contract/values.ts'
import type { JsonRecord } from '../../src/shared/json.ts'
import { isKey } from '../../src/shared/key-mask.ts'
import type { IdempotencyKeys } from '../idempotency/idempotency-keys.ts'
import { parseArgument } from '../parse-argument.ts'
import { hash } from './identifiers.ts'

/**
 * A stored entity. A change creates a new object, so that code with a reference to the old object still sees the old state.
 * Screening results are computed on demand, so that a million entities fit in memory.
 */
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
  readonly updatedAt: number
  /** The number of the current screening: 1 for the screening that starts when the entity is created. */
  readonly scan: number
  readonly scanStartedAt: number
  /** The number of the screening whose results are shown until the current screening ends; 0 if no results are shown until then. */
  readonly lastResults: number
  /** The case status that a caller has set; null if screening determines the case status. */
  readonly caseStatus: string | null
  /** The risk score, which is computed once; null until then. */
  riskScore: number | null
  readonly documents: readonly StoredDocument[]
  /** The unchanged network that the entity was loaded with; undefined if its network is computed. */
  readonly network?: JsonRecord | undefined
  /** The list fields that the entity was loaded with. They replace the computed fields. */
  readonly statedFields?: StatedFields | undefined
}

/** The fields of a list item, as JSON values by field name. */
export type StatedFields = JsonRecord

export interface StoredDocument {
  readonly id: string
  readonly runId: string
  readonly url: string
  readonly title: string
  readonly type: DocumentType
  readonly attachedAt: number
}

export interface Team {
  readonly id: string
  readonly entityLimit: number
  readonly entities: Map<string, StoredEntity>
  /**
   * The number that the next entity with the same type, name and country will get, by the identifier of the first such entity.
   */
  readonly namesakes: Map<string, number>
  /** The country and registration of each organization. */
  readonly registrations: Set<string>
  /** The responses to requests with an `Idempotency-Key`. */
  readonly idempotencyKeys: IdempotencyKeys
}

/** The identifier of a team, and one of its keys. */
export type TeamAccess = {
  /** Identifier of the team: the `teamId` of its entities. */
  readonly id: string
  /** A key of the team, for a client's `apiKey`. */
  readonly apiKey: string
}

/**
 * The options of a new team; all options are optional.
 *
 * @example
 * const options: TeamOptions = { id: 'team-1', apiKey: 'test-key', entityLimit: 50 }
 * server.teams.create(options)
 */
export interface TeamOptions {
  /**
   * Identifier of the team. If a team with this identifier exists, that team gets another key.
   *
   * @default a new identifier
   */
  readonly id?: string | undefined
  /**
   * The key: visible ASCII characters without spaces.
   *
   * @default a new key
   */
  readonly apiKey?: string | undefined
  /**
   * The maximum number of entities. The maximum of an existing team cannot be changed.
   *
   * @default the server's entityLimit
   */
  readonly entityLimit?: number | undefined
}

export interface Teams {
  /** Adds a team, or adds a key to an existing team. */
  add(options?: TeamOptions): { readonly apiKey: string; readonly team: Team; readonly isNewKey: boolean }
  /** Removes a key. A team without a key is removed, too. */
  removeKey(apiKey: string): void
  byKey(apiKey: string): Team | undefined
  byId(id: string): Team | undefined
  all(): Iterable<Team>
  /** Returns each key with its team. */
  keys(): Iterable<readonly [apiKey: string, team: Team]>
}

export function createTeam(id: string, entityLimit: number): Team {
  return {
    ...{ id, entityLimit, entities: new Map(), namesakes: new Map(), registrations: new Set() },
    idempotencyKeys: new Map(),
  }
}

/** The schemas of the fields that describe a team and one of its keys. */
export const teamFields = {
  id: text,
  apiKey: z.string().check(z.refine(isKey, { error: 'must be visible ASCII characters without spaces' })),
  entityLimit: z.int().check(z.minimum(0)),
}

export const teamOptions = z.partial(z.strictObject(teamFields))

/** Copies the list of a team's entities, in creation order. */
export function entitiesOf({ entities }: Team): readonly StoredEntity[] {
  return [...entities.values()]
}

export function createTeams(
  seed: number,
  entityLimit: number,
  keys: Iterable<readonly [string, string]>,
  /** Called with each new key. */
  learn: (apiKey: string) => void,
): Teams {
  const teams = new Map<string, Team>()
  const teamByKey = new Map<string, Team>()
  let created = 0

  function add(options: TeamOptions = {}) {
    parseArgument(teamOptions, options, { caller: 'teams.create', root: 'the options' })
    const id = options.id ?? `team-${hash(seed, 'team', created + 1).slice(0, 12)}`
    const apiKey = options.apiKey ?? `key-${hash(seed, 'key', created + 1)}`
    const existing = teams.get(id)
    const owner = teamByKey.get(apiKey)
    if (owner !== undefined && owner.id !== id)
      throw new TypeError('teams.create: apiKey belongs to another team')
    if (existing !== undefined && (options.entityLimit ?? existing.entityLimit) !== existing.entityLimit) {
      throw new TypeError(`teams.create: entityLimit of a team that exists stays ${existing.entityLimit}`)
    }
    if (owner !== undefined) return { apiKey, team: owner, isNewKey: false }
    created += 1
    const team = existing ?? createTeam(id, options.entityLimit ?? entityLimit)
    teams.set(id, team)
    teamByKey.set(apiKey, team)
    learn(apiKey)
    return { apiKey, team, isNewKey: true }
  }

  function removeKey(apiKey: string): void {
    const team = teamByKey.get(apiKey)
    teamByKey.delete(apiKey)
    if (team !== undefined && ![...teamByKey.values()].includes(team)) teams.delete(team.id)
  }

  for (const [apiKey, id] of keys) add({ id, apiKey })
  return {
    add,
    removeKey,
    byKey: apiKey => teamByKey.get(apiKey),
    byId: id => teams.get(id),
    all: () => teams.values(),
    keys: () => teamByKey.entries(),
  }
}
