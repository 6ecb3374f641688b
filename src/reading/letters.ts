import { memoize } from '../shared/memoize.ts'

/** Returns only the letters and digits of a name, in lower case, because services write the same field name differently. */
export function stripToLetters(name: string): string {
  // Fast path: most names contain only lower-case letters and digits, and the test takes a tenth of the time
  // of a replacement.
  return /^[a-z\d]*$/.test(name) ? name : name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Returns the letters of a name like {@link stripToLetters}, with a cache. */
export const lettersOf = memoize(stripToLetters)

/** Splits a name into words in lower case: `negative_media` and `negativeMedia` both become `negative` and `media`. */
export const splitName = memoize(name => {
  const apart = name.replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 ')
  return apart.toLowerCase().match(/\p{L}+/gu) ?? []
})

/** Removes the endings `json` and `data` from a name of lower-case letters. */
export function withoutEndings(letters: string): string {
  let bare = letters
  while (bare.length > 4 && (bare.endsWith('json') || bare.endsWith('data'))) bare = bare.slice(0, -4)
  return bare
}

/** Returns the letters and digits of a name in lower case, without the endings `json` and `data`. */
export function bareLettersOf(name: string): string {
  return withoutEndings(lettersOf(name))
}

/** Words with which the names of hit lists end, such as `sanctionHits` or `pep_matches`. */
const listNouns = ['entries', 'hits', 'list', 'matches', 'records', 'results']

/**
 * Returns the names that a hit list may have: each stem, alone and followed by a word such as `hits` or
 * `list`. The names consist of lower-case letters, like the results of `lettersOf`.
 */
export function hitListNames(...stems: readonly string[]): string[] {
  return stems.flatMap(stem => [stem, ...listNouns.map(noun => stem + noun)])
}
