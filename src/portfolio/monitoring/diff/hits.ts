import { type Hit, partsOf } from '../../../network/hits.ts'
import type { ChangedField, HitChange } from './changes.ts'
import { compare } from './compare.ts'

type Compared = Pick<Hit, 'key' | 'content'>

export function diffHits<Shown extends Compared>(
  before: readonly Shown[],
  after: readonly Shown[],
): HitChange<Shown>[] {
  return compare<Shown, HitChange<Shown>>(before, after, {
    identity: ({ key }) => key,
    marks: [({ content }) => content],
    alone: (state, hit) => ({ kind: `hit_${state}`, hit }),
    between: (before, hit) =>
      before.content === hit.content
        ? []
        : [{ kind: 'hit_changed', hit, before, fields: fieldsBetween(before, hit) }],
  })
}

function fieldsBetween(before: Compared, after: Compared): ChangedField[] {
  const [old, now] = [fieldsIn(before), fieldsIn(after)]
  return Object.keys({ ...old, ...now })
    .sort()
    .map(name => ({ name, before: old[name] ?? null, after: now[name] ?? null }))
    .filter(field => JSON.stringify(field.before) !== JSON.stringify(field.after))
}

function fieldsIn({ content }: Compared): Readonly<Record<string, unknown>> {
  const { party, said } = partsOf(content)
  const ofParty = Object.entries(party).map(([name, value]) => [`party.${name}`, value])
  return { ...said, ...Object.fromEntries(ofParty) }
}
