import type { CreateEntityInput } from '../model/creation.ts'

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

/** How long a creation is remembered, in milliseconds: longer than a list from before a creation is used. */
const rememberedFor = 24 * 3_600_000

/** Forgets creations that are too old to matter. */
export function forgetOldCreations({ recent }: OwnWrites): void {
  for (const creation of recent)
    if (performance.now() - creation.startedAt > rememberedFor) recent.delete(creation)
}
