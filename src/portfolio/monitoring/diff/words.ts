import type { ChangedParty } from './changes.ts'

/** What somebody is called in a sentence. */
export function called({ id, name }: ChangedParty): string {
  return cut(name || id)
}

/** ` (person, DE)`, or nothing where there is nothing to say. */
export function inBrackets(...details: readonly (string | null)[]): string {
  const said = details.filter(Boolean).join(', ')
  return said === '' ? '' : ` (${cut(said)})`
}

/** A text of any source, no longer than a line should be. */
export function cut(text: string): string {
  const characters = [...text.slice(0, 2 * longest + 2)]
  return characters.length <= longest
    ? text
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}

/** In characters. */
const longest = 200

/** A fraction as percent: `33.33 %`; with more digits where that would not tell it from the other. */
export function percent(share: number, other: number | null = null): string {
  const rounded = (value: number) => Number((value * 100).toFixed(2))
  const isTold =
    rounded(share) !== (other === null ? null : rounded(other)) && (rounded(share) !== 0 || share === 0)
  return `${isTold ? rounded(share) : Number((share * 100).toPrecision(10))} %`
}
