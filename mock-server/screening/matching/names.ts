import type { EntityType } from '../../../src/contract/values.ts'
import { foldName, joiningWords, sortWords } from '../../../src/shared/names/fold-name.ts'
import { shortenForms, shortWords } from '../../../src/shared/names/legal-forms.ts'

/** Titles and particles, which do not distinguish the names of persons. */
const titles = new Set(
  `admiral avv bey capt captain col colonel dame dipl doktor dom don dona dott dottore dottssa dr drs esq frau general
   gospodin gospozha herr hon honorable honourable hr ing jr junior lady lieutenant lord lt madam madame mag maitre major
   master mba md miss mister mlle mme monsieur mr mrs ms mx pan pani phd prof professor ra rev reverend senhor senhora senor
   senora senorita sheikh sig signor signora sir snr sr sra srta ssa the
   af al av bin bint da das de del della den der di do dos du el ibn la le of ten ter van von zu zum zur`.split(
    /\s+/,
  ),
)

/**
 * Returns the words that distinguish a name from others, in their original order. Titles, articles and legal forms are left out,
 * unless there are no other words.
 */
export function significantWords(name: string, type: EntityType): string[] {
  const folded = foldName(name)
  const words = folded.split(' ')
  const significant =
    type === 'person'
      ? words.filter(word => !titles.has(word))
      : removeLegalForms(folded).filter(word => !joiningWords.has(word))
  return significant.length > 0 ? significant : words
}

/** Returns the significant words of a name in alphabetical order. Two names with the same key are equal. */
export function toNameKey(name: string, type: EntityType): string {
  return sortWords(significantWords(name, type).join(' '))
}

/** Returns the words of a folded name without legal forms, which are not distinctive. */
export function removeLegalForms(folded: string): string[] {
  return shortenForms(folded)
    .split(' ')
    .filter(word => !shortWords.has(word))
}
