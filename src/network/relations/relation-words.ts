import type { Relation } from '../../model/network.ts'
import { memoize } from '../../shared/memoize.ts'
import { removePercentages } from './share-grammar.ts'
import {
  doubtfulHoldingPhrases,
  doubtfulPhrases,
  fillerWords,
  holdingWords,
  officeWords,
  phrases,
  type RelationDoubt,
} from './vocabulary.ts'

/**
 * Words or phrases of your data that are certain too, in any language: those of a `holding` and those of an `office`. Case does
 * not matter.
 *
 * @example
 * const knownWords: KnownWords = { holding: ['Gesellschafter'], office: ['Geschäftsführer', 'member of the management'] }
 */
export type KnownWords = {
  readonly holding?: readonly string[] | undefined
  readonly office?: readonly string[] | undefined
}

/** The words of a relation that are not certain, each with what the doubt is about. */
export type DoubtfulWords = ReadonlyMap<string, RelationDoubt>

type WordKind = 'holding' | 'office'

const listedWords = { holding: holdingWords, office: officeWords }
const labelDoubts = { holding: [...doubtfulHoldingPhrases, ...doubtfulPhrases], office: doubtfulPhrases }

/**
 * Creates a function that finds the words in the label, role type and key position of a holding or an office that are in no
 * list.
 */
export function createWordFinder(knownWords: KnownWords) {
  const finders = {
    holding: memoize(text => findDoubtfulWords(text, 'holding', knownWords)),
    office: memoize(text => findDoubtfulWords(text, 'office', knownWords)),
  }
  return (relation: Relation, kind: WordKind): DoubtfulWords =>
    new Map(textsOf(relation).flatMap(text => [...finders[kind](text)]))
}

function findDoubtfulWords(text: string, kind: WordKind, knownWords: KnownWords): DoubtfulWords {
  const words = new Map<string, RelationDoubt>()
  const callerWords = (knownWords[kind] ?? []).map(toWordText)
  let remaining = removeWords(toWordText(removePercentages(text)), callerWords)
  for (const [pattern, word] of phrases) remaining = remaining.replace(pattern, word)
  for (const [phrase, doubt] of labelDoubts[kind]) {
    if (!remaining.includes(` ${phrase} `)) continue
    words.set(phrase, doubt)
    remaining = removeWords(remaining, [` ${phrase} `])
  }
  for (const word of remaining.split(' '))
    if (word !== '' && !fillerWords.has(word) && !listedWords[kind].has(word))
      words.set(word, kind === 'holding' ? 'owner' : 'control')
  return words
}

function textsOf({ label, details: { roleType, keyPosition } }: Relation): string[] {
  return [label, roleType, keyPosition].filter(text => text !== null)
}

/** Finds the words in a description that raise a doubt. */
export function findDoubtsInDescription(description: string): DoubtfulWords {
  const text = toWordText(description)
  return new Map(doubtfulPhrases.filter(([phrase]) => text.includes(` ${phrase} `)))
}

/** Whether the label, role type or key position of a relation has a word. */
export function hasWords(relation: Relation): boolean {
  return textsOf(relation).some(text => /[\p{L}\p{N}]/u.test(text))
}

/** Writes the words of a text in lower case, each between spaces. */
function toWordText(text: string): string {
  return ` ${(
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}&]+/gu) ?? []
  ).join(' ')} `
}

function removeWords(text: string, phrasesToRemove: readonly string[]): string {
  return phrasesToRemove.reduce((remaining, phrase) => remaining.replaceAll(phrase, ' '), text)
}
