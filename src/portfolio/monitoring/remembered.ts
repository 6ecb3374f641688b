import * as z from 'zod/mini'
import { type Hit, hitKinds } from '../../network/hits.ts'
import type { Review } from '../decisions/review.ts'
import type { ChangedParty, HitChange } from './diff/changes.ts'
import type { ComparedEntity } from './diff/entities.ts'
import { diffHits } from './diff/hits.ts'

const text = z.nullable(z.string())
/** The fields of an entity as `factsOf` writes them. A text costs a third of the memory that an object does. */
const facts = z.tuple([z.string(), z.string(), text, text, text, z.nullable(z.number()), z.string(), text])

/** The entity that `factsOf` has written; none for null. */
export function recall(id: string, written: string | null): ComparedEntity[] {
  if (written === null) return []
  const [name, type, countryCode, registration, riskLevel, riskScore, caseStatus, dueDate] = facts.parse(
    JSON.parse(written),
  )
  return [{ id, name, type, countryCode, registration, riskLevel, riskScore, caseStatus, dueDate }]
}

const watchedHits = z.array(
  z.object({
    key: z.string(),
    content: z.string(),
    kind: z.enum(hitKinds),
    party: z.object({ id: z.string(), name: text }),
    isReadable: z.boolean(),
    isUnique: z.boolean(),
  }),
)

/** What a watch keeps of a hit: `party` is whom it is against. */
export type WatchedHit = z.output<typeof watchedHits>[number]

/** A change of a hit in the network of an entity: `id` and `name` are the entity's, `review` what was decided, if `decisions` is given. */
export type WatchedHitChange = ChangedParty &
  HitChange<WatchedHit> & { readonly review: Review<WatchedHit> | null }

/** The hits of one network as one text, the same for the same hits in any order. */
export function writeHits(hits: readonly Hit[]): string {
  const texts = watchedHits.parse(hits).map(hit => JSON.stringify(hit))
  return `[${texts.sort()}]`
}

/** What has changed from one network of an entity to the next, by their hits as `writeHits` has written them. */
export function changesOfHits(entity: ChangedParty, before: string, after: string): WatchedHitChange[] {
  if (before === after) return []
  const hitsIn = (written: string) => watchedHits.parse(JSON.parse(written))
  return diffHits(hitsIn(before), hitsIn(after)).map(change => ({ ...change, ...entity, review: null }))
}
