import { languages } from './countries/names.ts'
import { memoize } from './memoize.ts'
import { foldName } from './names/fold-name.ts'

/** Whether a folded word is the name of a month, in full or abbreviated, in one of the languages of country names. */
export function isMonthWord(word: string): boolean {
  return ['en', ...languages].some(language => monthWordsIn(language).has(word))
}

const monthWordsIn = memoize((language): ReadonlySet<string> => {
  const dates = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2001, month, 15)))
  const words = (['long', 'short'] as const).flatMap(month => {
    const { format } = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
    return dates.map(date => foldName(format(date)))
  })
  // Spreadsheets abbreviate months to three letters, the runtime often to more; in German, they write Mrz.
  return new Set(['mrz', ...words.flatMap(word => [word, word.slice(0, 3)])])
})
