/** How a text is set. */
export interface Font {
  /** In pixels. */
  readonly size: number
  readonly isBold?: boolean
}

const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}|[\u3000-\u303f\uff00-\uff60]/gu

/** Widths of letters in parts of their size, those of a wide font: narrower ones leave room. */
const widths: readonly (readonly [letters: RegExp, width: number])[] = [
  [/^[ ',.IJijl]/, 0.33],
  [/^[!()\-/:;[\]frt|]/, 0.46],
  [/^[mwMW@%…—]/, 1],
  [/^[A-Z#&+<=>^~]/, 0.82],
  [/^[!-~]/, 0.69],
  [/^\p{Lu}/u, 1.2],
]
const bold = 1.12

/** About how wide a text is, in pixels: nothing can be measured without a browser. */
export function widthOf(text: string, { size, isBold = false }: Font): number {
  return graphemes(text).reduce((sum, grapheme) => sum + partOf(grapheme), 0) * size * (isBold ? bold : 1)
}

function partOf(grapheme: string): number {
  // Where a font lacks a sign that is made of several, they stand side by side.
  const signs = grapheme.match(wide)?.length ?? 0
  if (signs > 0) return signs * 1.1
  const letter = grapheme.normalize('NFD')
  return widths.find(([letters]) => letters.test(letter))?.[1] ?? 0.95
}

const segmenter = new Intl.Segmenter('en')

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Breaks a text at spaces, and within a word that is wider than a line; what takes more lines ends in an ellipsis. */
export function wrap(text: string, font: Font, width: number, mostLines: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap(word => broken(word, font, width))) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer, font) <= width) lines.splice(-1, 1, longer)
    else lines.push(word)
    if (lines.length > mostLines)
      return [...lines.slice(0, -2), shortened(lines.slice(-2).join(' '), font, width)]
  }
  return lines
}

/** A text on one line; its end is an ellipsis where it is too wide. */
export function shortened(text: string, font: Font, width: number): string {
  if (widthOf(text, font) <= width) return text
  const [start = ''] = broken(text, font, width - widthOf('…', font))
  return `${start.trimEnd()}…`
}

/** Pieces that each fit into a width. */
function broken(text: string, font: Font, width: number): string[] {
  const pieces = ['']
  let left = width
  for (const grapheme of graphemes(text)) {
    const taken = widthOf(grapheme, font)
    if (taken > left && pieces.at(-1) !== '') {
      pieces.push('')
      left = width
    }
    pieces.push(`${pieces.pop()}${grapheme}`)
    left -= taken
  }
  return pieces
}
