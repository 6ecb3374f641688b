/** Size and weight of the letters. */
export interface Font {
  /** Font size in pixels. */
  readonly size: number
  readonly isBold?: boolean
}

const wideCharacters =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}|[\u3000-\u303f\uff00-\uff60]/gu

/** Widths of letters relative to the font size, measured for a wide font, so that text in narrower fonts also fits. */
const letterWidths: readonly (readonly [letters: RegExp, width: number])[] = [
  [/^[ ',.IJijl]/, 0.33],
  [/^[!()\-/:;[\]frt|]/, 0.46],
  [/^[mwMW@%…—]/, 1],
  [/^[A-Z#&+<=>^~]/, 0.82],
  [/^[!-~]/, 0.69],
  [/^\p{Lu}/u, 1.2],
]
const boldFactor = 1.12

/** Estimates the width of a string in pixels, because it cannot be measured without a browser. */
export function measureText(text: string, { size, isBold = false }: Font): number {
  return (
    splitGraphemes(text).reduce((sum, grapheme) => sum + measureGrapheme(grapheme), 0) *
    size *
    (isBold ? boldFactor : 1)
  )
}

function measureGrapheme(grapheme: string): number {
  // The widths of all parts of a combined character are added, because a font without this character draws
  // its parts side by side.
  const wideCount = grapheme.match(wideCharacters)?.length ?? 0
  if (wideCount > 0) return wideCount * 1.1
  const letter = grapheme.normalize('NFD')
  return letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? 0.95
}

const segmenter = new Intl.Segmenter('en')

function splitGraphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/**
 * Breaks a string into lines at spaces, and within a word that is wider than a line. A string that needs more than `maxLines`
 * lines is truncated with an ellipsis.
 */
export function wrapText(text: string, font: Font, width: number, maxLines: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap(word => breakWord(word, font, width))) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && measureText(longer, font) <= width) lines.splice(-1, 1, longer)
    else lines.push(word)
    if (lines.length > maxLines)
      return [...lines.slice(0, -2), truncate(lines.slice(-2).join(' '), font, width)]
  }
  return lines
}

/** Truncates a string that is too wide for one line, and adds an ellipsis. */
export function truncate(text: string, font: Font, width: number): string {
  if (measureText(text, font) <= width) return text
  const [start = ''] = breakWord(text, font, width - measureText('…', font))
  return `${start.trimEnd()}…`
}

/** Breaks a word into chunks that each fit into the width. A closing bracket, as of a reserved name, is never the first letter of a chunk. */
function breakWord(text: string, font: Font, width: number): string[] {
  const chunks = ['']
  let available = width
  for (const grapheme of splitUnbreakable(text)) {
    const graphemeWidth = measureText(grapheme, font)
    if (graphemeWidth > available && chunks.at(-1) !== '') {
      chunks.push('')
      available = width
    }
    chunks.push(`${chunks.pop()}${grapheme}`)
    available -= graphemeWidth
  }
  return chunks
}

/** Splits a word into letters. A closing bracket is part of the letter before it. */
function splitUnbreakable(word: string): string[] {
  const parts: string[] = []
  for (const letter of splitGraphemes(word)) parts.push(letter === ']' ? `${parts.pop() ?? ''}]` : letter)
  return parts
}
