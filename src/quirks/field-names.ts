import { remembering } from './remembered.ts'

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

interface Known {
  readonly name: string
  /** What followed it in the record before: most records of a list are alike, and so it is looked for first. */
  next: Known | undefined
}

/** A name of a list may end in `_json`, which is superseded, or `_data` (specification: Network, rule). */
const listEnding = /(?:json|data)+$/

export function createFieldNames(names: readonly string[], lists: readonly string[] = []): FieldNames {
  const known = new Map(names.map(name => [name, createKnown(name)]))
  const byLetters = new Map(names.toReversed().map(name => [lettersOf(name), name]))
  const listsByLetters = new Map(lists.map(name => [lettersOf(name), name]))
  const start = createKnown('')
  return {
    has: name => known.has(name),
    areAllOf(fields) {
      let field: Known | undefined = start
      for (const name in fields) {
        field = follow(field, name)
        if (field === undefined) return false
      }
      return true
    },
    withLettersOf: remembering(name => {
      const letters = lettersOf(name)
      return byLetters.get(letters) ?? listsByLetters.get(letters.replace(listEnding, ''))
    }),
    isList: name => lists.includes(name),
  }

  function follow(before: Known, name: string): Known | undefined {
    const { next } = before
    if (next !== undefined && next.name === name) return next
    before.next = known.get(name)
    return before.next
  }
}

function createKnown(name: string): Known {
  return { name, next: undefined }
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
