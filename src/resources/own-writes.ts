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
  /** The last rescan of each entity, by identifier, until a wait has seen new results. */
  readonly rescans: Rescans
}

/** A rescan of this client. */
interface Rescan {
  /** The results in the response: those from before the rescan. */
  readonly oldResults: string
  /** The value of `performance.now()` when the response arrived. */
  readonly startedAt: number
}

export type Rescans = Map<string, Rescan>

/** How long a write is remembered, in milliseconds: longer than a list from before a creation is used. */
const rememberedFor = 24 * 3_600_000

function isRecent({ startedAt }: { readonly startedAt: number }): boolean {
  return performance.now() - startedAt < rememberedFor
}

export function createOwnWrites(): OwnWrites {
  return { recent: new Set(), turns: new Map(), rescans: new Map() }
}

/** Returns the fields of an entity that change with the results of a screening, as a string. */
export function resultsOf({ riskLabel, riskScore, updatedAt }: Partial<Entity>): string {
  return [riskLabel, riskScore, updatedAt].join('\n')
}

/** Remembers a rescan by its response. */
export function rememberRescan({ rescans }: OwnWrites, entity: Entity): void {
  rescans.set(entity.id, { oldResults: resultsOf(entity), startedAt: performance.now() })
}

/**
 * Returns the results of an entity from before its last rescan; undefined if it was not rescanned in the last 24 hours. By then,
 * equal results are taken for new ones, because a service may renew none of the fields that show them.
 */
export function oldResultsOf(rescans: Rescans, id: string): string | undefined {
  const rescan = rescans.get(id)
  return rescan && isRecent(rescan) ? rescan.oldResults : undefined
}

const sharedRescans = /* @__PURE__ */ new WeakMap<object, Rescans>()

/** Stores the rescans of a client for its entities, so that a watch finds them. */
export function shareRescans(entities: object, { rescans }: OwnWrites): void {
  sharedRescans.set(entities, rescans)
}

/**
 * Returns whether an entity still has the results from before its last rescan by this client. Returns false if the client is not of
 * this copy of the package.
 */
export function hasOldResults(entities: object, entity: Entity): boolean {
  const rescans = sharedRescans.get(entities)
  return rescans !== undefined && oldResultsOf(rescans, entity.id) === resultsOf(entity)
}

/** Forgets creations that are too old to matter. */
export function forgetOldCreations({ recent }: OwnWrites): void {
  for (const creation of recent) if (!isRecent(creation)) recent.delete(creation)
}
