import { memoize } from '../shared/memoize.ts'

/** A name by its letters and digits alone: field names vary with the source (specification: Versioning, rule 4). */
export function stripToLetters(name: string): string {
  // Most names need no more, and this test takes a tenth of the time.
  return /^[a-z\d]*$/.test(name) ? name : name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** {@link stripToLetters}, which remembers the names. */
export const lettersOf = memoize(stripToLetters)

/** The words of a name in lower case: those of `negative_media` are those of `negativeMedia`. */
export const splitName = memoize(name => {
  const apart = name.replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 ')
  return apart.toLowerCase().match(/\p{L}+/gu) ?? []
})

/** The letters of a name, without the endings of a list or object (specification: Network, rule). */
export function withoutEndings(letters: string): string {
  let bare = letters
  while (bare.length > 4 && (bare.endsWith('json') || bare.endsWith('data'))) bare = bare.slice(0, -4)
  return bare
}

/** A name by its letters, without the endings of a list or object. */
export function bareLettersOf(name: string): string {
  return withoutEndings(lettersOf(name))
}

/** Nouns after the stem of a list of hits: `sanctionHits`, `pep_matches`. */
const listNouns = ['entries', 'hits', 'list', 'matches', 'records', 'results']

/** Other names of the lists of hits, by their letters. */
export function hitListNames(...stems: readonly string[]): string[] {
  return stems.flatMap(stem => [stem, ...listNouns.map(noun => stem + noun)])
}
