import type { CreateEntityInput } from '../model/creation.ts'
import type { Entity } from '../model/entity.ts'

/** A creation of this client. */
export interface OwnCreation {
  /** Calls with the same key are one creation. */
  readonly key: string | symbol
  readonly input: CreateEntityInput
  /** The identifier of its entity; null while it is in progress, and if its outcome is unknown. */
  id: string | null
  /** The response to the request; null if none was sent. */
  response: Promise<unknown> | null
  /** The value of `performance.now()` when the creation began. */
  readonly startedAt: number
}

/** The writes that a client remembers: creations by `createOnce`, so that none is taken for another one, and rescans. */
export interface OwnWrites {
  /** The creations of the last 24 hours, the oldest first. */
  readonly recent: Set<OwnCreation>
  /** For each folded name, a promise that resolves when all its creations so far have ended. */
  readonly turns: Map<string, Promise<unknown>>
  /** For each rescanned entity, by identifier, the results in the response to its last rescan, until a wait has seen new ones. */
  readonly rescans: Map<string, string>
}

export function createOwnWrites(): OwnWrites {
  return { recent: new Set(), turns: new Map(), rescans: new Map() }
}

/** Returns the fields of an entity that change with the results of a screening, as a string. */
export function resultsOf({ riskLabel, riskScore, updatedAt }: Partial<Entity>): string {
  return [riskLabel, riskScore, updatedAt].join('\n')
}

const sharedRescans = /* @__PURE__ */ new WeakMap<object, OwnWrites['rescans']>()

/** Stores the rescans of a client for its entities, so that a watch finds them. */
export function shareRescans(entities: object, { rescans }: OwnWrites): void {
  sharedRescans.set(entities, rescans)
}

/**
 * Returns whether an entity still has the results from before its last rescan by this client. Returns false if the client is not of
 * this copy of the package.
 */
export function hasOldResults(entities: object, entity: Entity): boolean {
  return sharedRescans.get(entities)?.get(entity.id) === resultsOf(entity)
}

/** How long a creation is remembered, in milliseconds: longer than a list from before a creation is used. */
const rememberedFor = 24 * 3_600_000

/** Forgets creations that are too old to matter. */
export function forgetOldCreations({ recent }: OwnWrites): void {
  for (const creation of recent)
    if (performance.now() - creation.startedAt > rememberedFor) recent.delete(creation)
}
