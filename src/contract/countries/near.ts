import { editsBetween } from '../words/nearest.ts'
import { keysOf } from './spelling.ts'

/** More countries than this are no help to choose from. */
const mostNear = 3

interface KnownName {
  readonly key: string
  readonly letters: number
  readonly codes: readonly string[]
}

/**
 * Prepares to find the codes of the countries whose names a misspelt one is closest to; none where no name is close, or too many
 * are. Stricter than `didYouMean`: among so many names, most texts are like one.
 */
export function createNearCountries(
  codesByKey: ReadonlyMap<string, readonly string[]>,
): (name: string) => string[] {
  const byLength = new Map<number, KnownName[]>()
  for (const [key, codes] of codesByKey) {
    const known = { key, letters: lettersIn(key), codes }
    if (isOneWord(key)) byLength.set(key.length, [...(byLength.get(key.length) ?? []), known])
  }
  return name => {
    const near = new Set<string>()
    let fewest = 2
    for (const given of new Set(keysOf(name).filter(isOneWord))) {
      const letters = lettersIn(given)
      const most = allowedIn(given)
      for (let length = given.length - most; length <= given.length + most; length += 1) {
        for (const { key, letters: others, codes } of byLength.get(length) ?? []) {
          // A thousand rows may be misspelt: most names are out of reach by their letters alone.
          if (countOf(letters ^ others) > 2 * most) continue
          const edits = editsBetween(given, key)
          if (edits > Math.min(fewest, most)) continue
          if (edits < fewest) near.clear()
          fewest = edits
          for (const code of codes) near.add(code)
        }
      }
    }
    return near.size > mostNear ? [] : [...near].sort()
  }
}

/** Of a name's keys, those with its words in any order are left out: a misspelt word takes another place. */
function isOneWord(key: string): boolean {
  return !key.includes(' ')
}

/** How many errors leave a name what it is: none in three letters, which are a code. */
function allowedIn({ length }: string): number {
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/** Which letters a key has: a bit each. An error changes two of them at most. */
function lettersIn(key: string): number {
  let bits = 0
  for (let at = 0; at < key.length; at += 1) bits |= 1 << (key.charCodeAt(at) & 31)
  return bits
}

function countOf(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
