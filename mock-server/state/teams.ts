import * as z from 'zod/mini'
import { text } from '../../src/contract/text.ts'
import { isKey } from '../../src/shared/key-mask.ts'
import type { IdempotencyKeys } from '../idempotency/idempotency-keys.ts'
import type { StoredEntity } from './stored-entity.ts'

export interface Team {
  readonly id: string
  readonly entityLimit: number
  readonly entities: Map<string, StoredEntity>
  /** The number of further entities with the same type, name and country, by the identifier of the first such entity. */
  readonly namesakes: Map<string, number>
  /** The number of organizations, by their country and registration. */
  readonly registrations: Map<string, number>
  /** The responses to requests with an `Idempotency-Key`. */
  readonly idempotencyKeys: IdempotencyKeys
  /** The number of requests since the team was created or restored. */
  requestCount: number
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

export function createTeam(id: string, entityLimit: number): Team {
  return {
    ...{ id, entityLimit, entities: new Map(), namesakes: new Map(), registrations: new Map() },
    idempotencyKeys: new Map(),
    requestCount: 0,
  }
}

export function copyTeam(team: Team): Team {
  return {
    ...team,
    entities: new Map(team.entities),
    namesakes: new Map(team.namesakes),
    registrations: new Map(team.registrations),
    idempotencyKeys: new Map(team.idempotencyKeys),
  }
}

/** The schemas of the fields that describe a team and one of its keys. */
export const teamFields = {
  id: text,
  apiKey: z.string().check(z.refine(isKey, { error: 'must be visible ASCII characters without spaces' })),
  entityLimit: z.int().check(z.minimum(0)),
}

export const teamOptions = z.strictObject({
  id: z.optional(teamFields.id),
  apiKey: z.optional(teamFields.apiKey),
  entityLimit: z.optional(teamFields.entityLimit),
})

/** Copies the list of a team's entities, in creation order. */
export function entitiesOf({ entities }: Team): readonly StoredEntity[] {
  return [...entities.values()]
}
