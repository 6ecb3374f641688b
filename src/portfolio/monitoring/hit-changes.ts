import * as z from 'zod/mini'
import { type Hit, hitKinds } from '../../network/hits.ts'
import type { Review } from '../decisions/review.ts'
import type { ChangedParty, HitChange } from './diff/changes.ts'
import { diffHits } from './diff/hits.ts'

/** What a watch keeps of a hit. */
export type WatchedHit = Pick<Hit, 'key' | 'content' | 'kind' | 'isReadable' | 'isUnique'> & {
  /** Whom it is against. */
  readonly party: Pick<Hit['party'], 'id' | 'name'>
}

/** A change of a hit in the network of an entity: `id` and `name` are the entity's. */
export type WatchedHitChange = ChangedParty &
  HitChange<WatchedHit> & {
    /** What was decided about it, with the option `decisions`; else null. */
    readonly review: Review<WatchedHit> | null
  }

const watchedHit = z.object({
  key: z.string(),
  content: z.string(),
  kind: z.enum(hitKinds),
  party: z.object({ id: z.string(), name: z.nullable(z.string()) }),
  isReadable: z.boolean(),
  isUnique: z.boolean(),
})

/** The hits of one network as one text, the same for the same hits in any order. */
export function rememberHits(hits: readonly Hit[]): string {
  return `[${hits.map(hit => JSON.stringify(watchedHit.parse(hit))).sort()}]`
}

/** What has changed from one network of an entity to the next. */
export function changesOfHits(entity: ChangedParty, before: string, after: string): WatchedHitChange[] {
  if (before === after) return []
  const [old, now] = [before, after].map((text): WatchedHit[] => z.array(watchedHit).parse(JSON.parse(text)))
  return diffHits(old ?? [], now ?? []).map(change => ({ ...change, ...entity, review: null }))
}
