import { type Hit, partsOf } from '../../../network/hits.ts'
import { type Likeness, matchUp, whoeverIsLeft } from '../../../shared/pairs.ts'
import type { ChangedField, HitChange } from './changes.ts'

/** What hits are known again by, and compared by. */
type Compared = Pick<Hit, 'key' | 'content'>

const likeness: Likeness<Compared> = {
  identity: ({ key }) => key,
  facts: ({ content }) => content,
  rounds: [({ content }) => content, whoeverIsLeft],
}

/** The changes of all hits of an entity: of those that share a key, the same content first, then whoever is left. */
export function diffHits<Shown extends Compared>(
  before: readonly Shown[],
  after: readonly Shown[],
): HitChange<Shown>[] {
  return matchUp(before, after, likeness).flatMap((match): HitChange<Shown>[] => {
    if (match.state !== 'kept') return [{ kind: `hit_${match.state}`, hit: match.item }]
    const { before, after } = match
    if (before.content === after.content) return []
    return [{ kind: 'hit_changed', hit: after, before, fields: fieldsBetween(before, after) }]
  })
}

function fieldsBetween(before: Compared, after: Compared): ChangedField[] {
  const [old, now] = [fieldsIn(before), fieldsIn(after)]
  const names = Object.keys({ ...old, ...now }).sort()
  return names.flatMap(name => {
    const field = { name, before: old[name] ?? null, after: now[name] ?? null }
    return JSON.stringify(field.before) === JSON.stringify(field.after) ? [] : [field]
  })
}

function fieldsIn({ content }: Compared): Readonly<Record<string, unknown>> {
  const { party, said } = partsOf(content)
  const ofParty = Object.entries(party).map(([name, value]) => [`party.${name}`, value])
  return { ...said, ...Object.fromEntries(ofParty) }
}
