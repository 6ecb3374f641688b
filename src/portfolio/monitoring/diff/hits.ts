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

/**
 * A changed field of a hit's content. `name` has only lower-case letters, such as `listedon`, or `party.birthdate` for a field of
 * the party. For an entry that a hit gained or lost, `name` is `entry added` or `entry removed`, and the value has its fields.
 */
export type ChangedField = { readonly name: string; readonly before: unknown; readonly after: unknown }

/**
 * The names under which an added or removed entry is listed among the changed fields. No field has such a name, because field
 * names contain no spaces.
 */
export const addedEntry = 'entry added'
export const removedEntry = 'entry removed'

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

/** Compares the fields of the entry that changed. If several entries changed, none can be matched to an earlier one. */
function findChangedFields(before: Compared, after: Compared): ChangedField[] {
  const [old, now] = [listFields(before), listFields(after)]
  const [removed, added] = [excludeFields(old, now), excludeFields(now, old)]
  if (removed.length === 1 && added.length === 1) return compareFields(removed[0] ?? {}, added[0] ?? {})
  return [
    ...removed.map(fields => ({ name: removedEntry, before: fields, after: null })),
    ...added.map(fields => ({ name: addedEntry, before: null, after: fields })),
  ]
}

function compareFields(old: ContentFields, now: ContentFields): ChangedField[] {
  return Object.keys({ ...old, ...now })
    .sort()
    .map(name => ({ name, before: old[name] ?? null, after: now[name] ?? null }))
    .filter(field => JSON.stringify(field.before) !== JSON.stringify(field.after))
}

/** Lists the fields of each entry of a hit, and of its party. */
function listFields({ content }: Compared): ContentFields[] {
  return divideContent(content).map(({ party, entry }) => {
    const ofParty = Object.entries(party).map(([name, value]) => [`party.${name}`, value])
    return { ...entry, ...Object.fromEntries(ofParty) }
  })
}

function excludeFields(list: readonly ContentFields[], excluded: readonly ContentFields[]): ContentFields[] {
  const excludedJson = new Set(excluded.map(fields => JSON.stringify(fields)))
  return list.filter(fields => !excludedJson.has(JSON.stringify(fields)))
}

type ContentFields = Readonly<Record<string, unknown>>

/** The content of one entry of a hit: the fields of the party, and the fields of the entry or unclear field. */
export type DividedContent = { readonly party: ContentFields; readonly entry: ContentFields }

/** Divides the content of a hit into the contents of its entries. */
export function divideContent(content: string): DividedContent[] {
  return [decodeJson(content)].flat().map(value => {
    const { party, fields: entry } = isRecord(value) ? value : { fields: value }
    return { party: isRecord(party) ? party : {}, entry: isRecord(entry) ? entry : { value: entry } }
  })
}
