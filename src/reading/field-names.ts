import { createFieldOrder } from '../contract/field-order.ts'
import { remembering } from '../contract/words/remembering.ts'

/** The names that the vocabulary has for the fields of one kind of record. */
export interface FieldNames {
  has(name: string): boolean
  /** Whether a record has no field beside these. */
  areAllOf(fields: Readonly<Record<string, unknown>>): boolean
  /** The field that has the same letters (specification: Versioning, rule 4): `AdverseMedia` is adverse_media. */
  withLettersOf(name: string): string | undefined
  /** Whether the field holds a list, so that two spellings of it are joined. */
  isList(name: string): boolean
}

/** A name of a list may end in `_json`, which is superseded, or `_data` (specification: Network, rule). */
const listEnding = /(?:json|data)+$/

export function createFieldNames(names: readonly string[], lists: readonly string[] = []): FieldNames {
  const known = new Set(names)
  const order = createFieldOrder(
    names.map(name => [name, true]),
    false,
  )
  const byLetters = new Map(names.toReversed().map(name => [lettersOf(name), name]))
  const listsByLetters = new Map(lists.map(name => [lettersOf(name), name]))
  return {
    has: name => known.has(name),
    areAllOf(fields) {
      let met = order.start
      for (const name in fields) {
        met = order.after(met, name)
        if (!met.field) return false
      }
      return true
    },
    withLettersOf: remembering(name => {
      const letters = lettersOf(name)
      return byLetters.get(letters) ?? listsByLetters.get(letters.replace(listEnding, ''))
    }),
    isList: name => lists.includes(name),
  }
}

/** Letters of other alphabets that look like Latin ones. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  і: 'i',
  ı: 'i',
  ɴ: 'n',
  о: 'o',
  р: 'p',
  ѕ: 's',
  х: 'x',
  у: 'y',
}

/** A name without regard to case, accents and what divides its words. */
export const lettersOf = remembering(name =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[асԁеіıɴорѕху]/g, letter => lookAlikes[letter] ?? letter),
)
