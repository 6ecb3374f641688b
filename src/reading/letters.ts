import { memoize } from '../shared/memoize.ts'

/**
 * Returns only the letters and digits of a name, in lower case, because the spelling of a name varies with the source.
 */
export function stripToLetters(name: string): string {
  // Fast path: most names stay unchanged, and the test takes a tenth of the time.
  return /^[a-z\d]*$/.test(name) ? name : name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Returns the letters of a name like {@link stripToLetters}, with a cache. */
export const lettersOf = memoize(stripToLetters)

/** Splits a name into words in lower case: `negative_media` and `negativeMedia` have the same words. */
export const splitName = memoize(name => {
  const apart = name.replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 ')
  return apart.toLowerCase().match(/\p{L}+/gu) ?? []
})

/** Removes the endings `json` and `data` from the letters of a name. */
export function withoutEndings(letters: string): string {
  let bare = letters
  while (bare.length > 4 && (bare.endsWith('json') || bare.endsWith('data'))) bare = bare.slice(0, -4)
  return bare
}

/** Returns the letters of a name, without the endings `json` and `data`. */
export function bareLettersOf(name: string): string {
  return withoutEndings(lettersOf(name))
}

/** The last words of names of hit lists, such as `sanctionHits` or `pep_matches`. */
const listNouns = ['entries', 'hits', 'list', 'matches', 'records', 'results']

/**
 * Returns the names that a hit list may have: each stem, alone and followed by a word such as `hits` or `list`. The names have
 * only lower-case letters, like those of `lettersOf`.
 */
export function hitListNames(...stems: readonly string[]): string[] {
  return stems.flatMap(stem => [stem, ...listNouns.map(noun => stem + noun)])
}
