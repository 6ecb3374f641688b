/** Content that a cell may hold besides a name. The problem says what would be accepted instead. */
interface ExtraContent {
  isIn(name: string): boolean
  readonly problem: string
}

const notes = '(?:DO NOT USE|BLOCKED)'
const alone = (marker: string) => `(?<![\\p{L}\\p{N}])(?:${marker})(?![\\p{L}\\p{N}])`
const wordCharacter = /[\p{L}\p{N}]/u
const letter = /\p{L}/u

const secondNameMarkers = [
  new RegExp(alone('t\\/a|trading as|formerly|f\\.?k\\.?a|f\\/k\\/a'), 'giu'),
  new RegExp(alone('d\\.b\\.a|d\\/b\\/a|doing business as|a\\.k\\.a|a\\/k\\/a|also known as'), 'giu'),
  // In small letters alone, and not after a hyphen, because AKA and DBA are also names.
  new RegExp(`(?<!\\p{Pd})${alone('aka|dba')}`, 'gu'),
]
const noteMarker = new RegExp(alone(notes), 'gu')
const noteAfterDash = new RegExp(
  `\\s\\p{Pd}+\\s*${notes}\\P{L}*$|^\\P{L}*${notes}[^\\p{L}\\p{N}]*\\p{Pd}\\s`,
  'u',
)
/** An address after a comma or a line break, or in brackets. "C/O Berlin Foundation" is a name. */
const address = /[,\n\r([{]\s*c\/o(?!\p{L})/iu

const extraContents: readonly ExtraContent[] = [
  {
    isIn: name => secondNameMarkers.some(marker => isBesideNames(name, marker)),
    problem:
      'has more than one name (t/a, d/b/a, formerly, fka, a.k.a.): write one name, and the other in a row or a column of its own',
  },
  {
    isIn: name => isBesideNames(name, noteMarker) || noteAfterDash.test(name),
    problem: 'has a note beside the name (BLOCKED, DO NOT USE): write the name alone, or remove the row',
  },
  { isIn: name => address.test(name), problem: 'has an address (c/o): write the name alone' },
  {
    isIn: hasListOfNames,
    problem: 'has several names with a semicolon between them: write each in a row of its own',
  },
]

const bracket = /[()[\]{}（）]/
/** Matches the prefix by which a name asks the mock server for a scenario, such as `[pep] `. */
const scenarioPrefix = /^\[[a-z]+(?:-[a-z\d]+)*\] */

/**
 * Describes what a cell holds beside one name; null if it is one name. In the name of a company, brackets count only around a
 * marker, because "(Holdings)" and "(publ)" are parts of names.
 */
export function findExtraContent(name: string, isPerson: boolean): string | null {
  const content = extraContents.find(({ isIn }) => isIn(name))
  if (content !== undefined) return content.problem
  return isPerson && bracket.test(name.replace(scenarioPrefix, ''))
    ? 'has brackets: write the name alone, and what is in brackets in a column of its own'
    : null
}

/** Whether a marker stands between two names, or in brackets. "a.k.a. Brands Holding" begins with it, and is a name. */
function isBesideNames(name: string, marker: RegExp): boolean {
  for (const { 0: word, index } of name.matchAll(marker)) {
    const [before, after] = [name.slice(0, index), name.slice(index + word.length)]
    const isInBrackets = isOpen(before)
    if (isInBrackets || (wordCharacter.test(before) && wordCharacter.test(after))) return true
  }
  return false
}

/** Whether a bracket in a text is not closed. */
function isOpen(text: string): boolean {
  return /[([{][^)\]}]*$/.test(text.slice(-80))
}

function hasListOfNames(name: string): boolean {
  const parts = name.split(/;\s+/)
  const hasTwoWords = (part: string) => part.split(/\s+/).filter(word => letter.test(word)).length > 1
  return parts.some((part, index) => index > 0 && hasTwoWords(part) && hasTwoWords(parts[index - 1] ?? ''))
}
