import type { Hit } from '../../../network/list-hits.ts'
import { decodeJson, isRecord } from '../../../shared/json.ts'
import { compare } from './compare.ts'

/**
 * A difference between the hits of two networks, matched by their `key`. `Shown` is the type of the hits in the change. Fields
 * in `volatileFields`, such as scores and times of retrieval, are ignored.
 */
export type HitChange<Shown = Hit> = { readonly hit: Shown } & (
  | { readonly kind: 'hit_new' | 'hit_gone' }
  | { readonly kind: 'hit_changed'; readonly before: Shown; readonly fields: readonly ChangedField[] }
)

/** A changed field of a hit's content. `name` has only lower-case letters, such as `listedon`, or `party.birthdate` for a field of the party. */
export type ChangedField = { readonly name: string; readonly before: unknown; readonly after: unknown }

type Compared = Pick<Hit, 'key' | 'content'>

export function diffHits<Shown extends Compared>(
  before: readonly Shown[],
  after: readonly Shown[],
): HitChange<Shown>[] {
  return compare<Shown, HitChange<Shown>>(before, after, {
    identity: ({ key }) => key,
    pairingKeys: [({ content }) => content],
    createUnpaired: (state, hit) => ({ kind: `hit_${state}`, hit }),
    comparePair: (before, hit) =>
      before.content === hit.content
        ? []
        : [{ kind: 'hit_changed', hit, before, fields: findChangedFields(before, hit) }],
  })
}

function findChangedFields(before: Compared, after: Compared): ChangedField[] {
  const [old, now] = [fieldsIn(before), fieldsIn(after)]
  return Object.keys({ ...old, ...now })
    .sort()
    .map(name => ({ name, before: old[name] ?? null, after: now[name] ?? null }))
    .filter(field => JSON.stringify(field.before) !== JSON.stringify(field.after))
}

function fieldsIn({ content }: Compared): Readonly<Record<string, unknown>> {
  const { party, entry } = divideContent(content)
  const ofParty = Object.entries(party).map(([name, value]) => [`party.${name}`, value])
  return { ...entry, ...Object.fromEntries(ofParty) }
}

type ContentFields = Readonly<Record<string, unknown>>

/** Divides the content of a hit into the fields of the party and the fields of the entry, or of the field that is unclear. */
export function divideContent(content: string): {
  readonly party: ContentFields
  readonly entry: ContentFields
} {
  const value = decodeJson(content)
  const { party, fields: entry } = isRecord(value) ? value : { fields: value }
  return { party: isRecord(party) ? party : {}, entry: isRecord(entry) ? entry : { value: entry } }
}
