import type { Relation } from '../../model/network.ts'
import { memoize } from '../../shared/memoize.ts'
import type { Share } from '../share.ts'
import { removePercentages } from './share-grammar.ts'
import {
  doubtfulHoldingPhrases,
  doubtfulPhrases,
  fillerWords,
  holdingWords,
  phrases,
  qualifierWords,
  type RelationDoubt,
  shareWords,
  titleWords,
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

const listedWords: Record<WordKind, readonly ReadonlySet<string>[]> = {
  holding: [fillerWords, holdingWords],
  office: [fillerWords, titleWords, qualifierWords],
}
const holdingPhrases = [...doubtfulHoldingPhrases, ...doubtfulPhrases]
const labelDoubts = { holding: holdingPhrases, office: doubtfulPhrases }

/** The words of a text, sorted by whether they are known. */
interface SortedWords {
  readonly doubtful: DoubtfulWords
  /** Whether the text names an office. */
  readonly hasTitle: boolean
}

/**
 * Creates a function that finds the words in the label, role type and key position of a holding or an office that are in no list.
 * If no text of an office has a title, all texts are doubtful.
 */
export function createWordFinder(knownWords: KnownWords) {
  const sorters = {
    holding: memoize(text => sortWordsOf(text, 'holding', knownWords)),
    office: memoize(text => sortWordsOf(text, 'office', knownWords)),
  }
  return (relation: Relation, kind: WordKind): DoubtfulWords => {
    const texts = textsOf(relation)
    const sorted = texts.map(text => sorters[kind](text))
    const doubtful = new Map(sorted.flatMap(words => [...words.doubtful]))
    const isUntitled = kind === 'office' && sorted.every(({ hasTitle }) => !hasTitle)
    return isUntitled && doubtful.size === 0
      ? new Map(texts.filter(hasLetters).map(text => [text, 'control']))
      : doubtful
  }
}

function sortWordsOf(text: string, kind: WordKind, knownWords: KnownWords): SortedWords {
  const doubtful = new Map<string, RelationDoubt>()
  const original = toWordText(removePercentages(text))
  let remaining = removeWords(original, (knownWords[kind] ?? []).map(toWordText))
  const hasCallerWord = remaining !== original
  for (const [pattern, word] of phrases) remaining = remaining.replace(pattern, word)
  for (const [phrase, doubt] of labelDoubts[kind]) {
    if (!remaining.includes(` ${phrase} `)) continue
    doubtful.set(phrase, doubt)
    remaining = removeWords(remaining, [` ${phrase} `])
  }
  const words = remaining.split(' ').filter(word => word !== '')
  for (const word of words)
    if (!listedWords[kind].some(list => list.has(word)))
      doubtful.set(word, kind === 'holding' ? 'owner' : 'control')
  return { doubtful, hasTitle: hasCallerWord || words.some(word => titleWords.has(word)) }
}

/** Whether a text has no words besides those of a holding. */
export function hasOnlyHoldingWords(text: string): boolean {
  const words = toWordText(removePercentages(text)).split(' ')
  return words.every(word => !/\p{L}/u.test(word) || listedWords.holding.some(list => list.has(word)))
}

/** Finds the doubt that the name of a field raises; null if it has no doubtful word. */
export function findPhraseDoubt(words: string): RelationDoubt | null {
  return holdingPhrases.find(([phrase]) => ` ${words} `.includes(` ${phrase} `))?.[1] ?? null
}

/** The label, role type and key position of a relation. Skips a label that only repeats the type. */
function textsOf({ label, rawType, details: { roleType, keyPosition } }: Relation): string[] {
  return [label === rawType ? null : label, roleType, keyPosition].filter(text => text !== null)
}

/** Finds the words in a description that raise a doubt. */
export function findDoubtsInDescription(description: string): DoubtfulWords {
  const text = toWordText(description)
  return new Map(doubtfulPhrases.filter(([phrase]) => text.includes(` ${phrase} `)))
}

/** Whether the label, role type or key position of a relation has a word. */
export function hasWords(relation: Relation): boolean {
  return textsOf(relation).some(hasLetters)
}

function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Finds the size that words in the label, role type or key position of a holding state; null if they state none. */
export function findShareWords(relation: Relation): { readonly text: string; readonly share: Share } | null {
  for (const text of textsOf(relation))
    for (const [pattern, share] of shareWords) if (pattern.test(toWordText(text))) return { text, share }
  return null
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
