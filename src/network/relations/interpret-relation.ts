import type { Relation } from '../../model/network.ts'
import { lettersOf } from '../../reading/letters.ts'
import { determineEnded, type RelationField, readFields } from './relation-fields.ts'
import type { RelationReading } from './relation-reading.ts'
import { type InterestKind, interestKindOf, isHoldingKind } from './relation-types.ts'
import {
  createWordFinder,
  type DoubtfulWords,
  findDoubtsInDescription,
  hasWords,
  type KnownWords,
} from './relation-words.ts'
import { exclusion } from './share-grammar.ts'
import { createDoubtfulShare, readStatedShare, type StatedShare } from './stated-share.ts'
import type { RelationDoubt } from './vocabulary.ts'

/** How a relation is read: what it says about ownership and control, and what it leaves in doubt. */
export interface Interpretation {
  /** The subject of the relation, such as a holding. */
  readonly kind: InterestKind
  /** The share, also of a relation that is not a holding. */
  readonly stated: StatedShare
  /** Whether the relation is certainly about shares or votes. */
  readonly isHolding: boolean
  /** Whether the relation has ended; null if this is unknown. */
  readonly ended: boolean | null
  /** The doubts, besides those of `stated` and `ended`. */
  readonly doubts: ReadonlySet<RelationDoubt>
  /** The words and the names of fields that raise the doubts. */
  readonly words: readonly string[]
  /** Whether the holding is indirect if the network shows a chain between the two parties. */
  readonly mayBeIndirect: boolean
  /** The parties that hold the same shares or votes. */
  readonly jointWith: readonly string[]
}

/** The options that determine how relations are read. */
export interface InterpretationContext {
  readonly asOf: string | null
  readonly knownWords: KnownWords | null
  readonly knownFields: Readonly<Record<string, 'ignore'>> | null
  /** The results of the option `readRelation`, by relation; null without the option. */
  readonly readings: ReadonlyMap<Relation, readonly RelationReading[]> | null
}

/**
 * Creates a function that interprets a relation. A relation has several interpretations if the caller returned several readings.
 * `origin`: the relation as received.
 */
export function createInterpreter({ asOf, knownWords, knownFields, readings }: InterpretationContext) {
  const ignoredNames = new Set(Object.keys(knownFields ?? {}).map(lettersOf))
  const findWords = createWordFinder(knownWords ?? {})
  return (relation: Relation, origin: Relation): readonly Interpretation[] => {
    const fields = readFields(relation, ignoredNames)
    const callerReadings = readings?.get(origin)
    return callerReadings === undefined
      ? [interpretByRules(relation, fields, asOf, findWords)]
      : callerReadings.map(reading => toInterpretation(reading, fields, asOf))
  }
}

type WordFinder = ReturnType<typeof createWordFinder>

/** Interprets a relation by its type, its words and its fields. */
function interpretByRules(
  relation: Relation,
  fields: readonly RelationField[],
  asOf: string | null,
  findWords: WordFinder,
): Interpretation {
  const kind = interestKindOf(relation.type)
  const isHolding = isHoldingKind(kind)
  const words = new Map<string, RelationDoubt>(findDoubts(relation, kind, findWords))
  for (const { name, doubt } of fields) {
    const isSummary = doubt === 'indirect' || doubt === 'total'
    if (doubt === null || (isSummary && kind === 'control')) continue
    words.set(name, isHolding || doubt === 'end' ? doubt : 'control')
  }
  const doubts = new Set(words.values())
  // A holder that may hold for others, or whose relation has words or fields of unknown meaning, may control
  // the company.
  if (doubts.has('owner')) doubts.add('control')
  if (kind === 'office' && !hasWords(relation)) doubts.add('control')
  const ended = determineEnded(fields, asOf)
  const [doubtOfShare] = [...words].flatMap(([word, doubt]) => (doubt === 'share' ? [word] : []))
  return {
    kind,
    stated:
      doubtOfShare === undefined
        ? readStatedShare(relation, fields)
        : createDoubtfulShare(
            relation,
            fields.find(({ name }) => name === doubtOfShare)?.value ?? doubtOfShare,
          ),
    isHolding,
    ended: ended === false && doubts.has('end') ? null : ended,
    doubts,
    words: [...words.keys()],
    mayBeIndirect: false,
    jointWith: [],
  }
}

function findDoubts(relation: Relation, kind: InterestKind, findWords: WordFinder): DoubtfulWords {
  if (kind !== 'control' && kind !== 'office' && !isHoldingKind(kind)) return new Map()
  const wordKind = isHoldingKind(kind) ? 'holding' : 'office'
  const { description } = relation.details
  const words = new Map([
    ...findWords(relation, wordKind),
    ...(description === null ? [] : findDoubtsInDescription(description)),
  ])
  if (wordKind === 'holding') return words
  // The words of control only confirm it, unless they say that it has ended.
  if (kind === 'control') return new Map([...words].filter(([, doubt]) => doubt === 'end'))
  return new Map(Array.from(words, ([word, doubt]) => [word, doubt === 'end' ? doubt : 'control']))
}

function toInterpretation(
  reading: RelationReading,
  fields: readonly RelationField[],
  asOf: string | null,
): Interpretation {
  const { kind, endedOn } = reading
  const ended = endedOn === undefined ? determineEnded(fields, asOf) : hasEndedOn(endedOn, asOf)
  const doubts = new Set<RelationDoubt>()
  const base = {
    kind,
    stated: { kind: 'missing' },
    isHolding: false,
    ended,
    doubts,
    words: [],
    mayBeIndirect: false,
    jointWith: [],
  } as const
  if (reading.kind === 'office' || reading.kind === 'none') return base
  if (reading.isIndirect) doubts.add('indirect')
  if (reading.isForOthers) doubts.add('owner')
  if (reading.kind === 'control') return base
  const { max, jointWith = [] } = reading
  const min = reading.isMinExclusive ? Math.min(max, reading.min + exclusion) : reading.min
  const stated = { kind: 'settled', share: { min, max } } as const
  return { ...base, isHolding: true, stated, mayBeIndirect: reading.isIndirect === null, jointWith }
}

function hasEndedOn(day: string | null, asOf: string | null): boolean | null {
  if (day === null) return false
  return asOf === null ? null : day <= asOf
}
