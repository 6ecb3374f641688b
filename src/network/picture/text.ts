/** How a text is set. */
export interface Font {
  /** In pixels. */
  readonly size: number
  readonly isBold?: boolean
}

/** Widths of letters in hundredths of their size, those of a wide font: narrower ones leave room. */
const widths: readonly (readonly [letters: string, width: number])[] = [
  [" ',.IJijl", 33],
  ['!"()*-/:;[\\]_`frt|', 46],
  ['?FLPTYacekosvxyz', 62],
  ['$0123456789ABEKRSVXZbdghnpqu{}', 69],
  ['#&+<=>CDGHNOQU^w~', 82],
  ['%@MWm…—', 99],
]
const ofLetter = new Map(widths.flatMap(([letters, width]) => Array.from(letters, letter => [letter, width])))
const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}|[\u3000-\u303f\uff00-\uff60]/u
const bold = 1.12

/** About how wide a text is, in pixels: nothing can be measured without a browser. */
export function widthOf(text: string, { size, isBold = false }: Font): number {
  const hundredths = graphemes(text).reduce((sum, grapheme) => sum + hundredthsOf(grapheme), 0)
  return (hundredths / 100) * size * (isBold ? bold : 1)
}

function hundredthsOf(grapheme: string): number {
  const known = ofLetter.get(grapheme.normalize('NFD').charAt(0))
  if (known !== undefined) return known
  // Where a font lacks a sign that is made of several, they stand side by side.
  const signs = Array.from(grapheme).filter(sign => wide.test(sign)).length
  if (signs > 0) return signs * 110
  return /^\p{Lu}/u.test(grapheme) ? 120 : 95
}

const segmenter = new Intl.Segmenter('en')

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Breaks a text at spaces, and within a word that is wider than a line; what takes more lines ends in an ellipsis. */
export function wrap(text: string, font: Font, width: number, mostLines: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer, font) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = broken(word, font, width)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
    if (lines.length > mostLines) break
  }
  if (line !== '') lines.push(line)
  if (lines.length <= mostLines) return lines
  const [last = '', next = ''] = lines.slice(mostLines - 1)
  return [...lines.slice(0, mostLines - 1), shortened(`${last} ${next}`, font, width)]
}

/** A text on one line; its end is an ellipsis where it is too wide. */
export function shortened(text: string, font: Font, width: number): string {
  if (widthOf(text, font) <= width) return text
  const [start = ''] = broken(text, font, width - widthOf('…', font))
  return `${start.trimEnd()}…`
}

function broken(word: string, font: Font, width: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let taken = 0
  for (const grapheme of graphemes(word)) {
    const more = widthOf(grapheme, font)
    if (piece !== '' && taken + more > width) {
      pieces.push(piece)
      piece = ''
      taken = 0
    }
    piece += grapheme
    taken += more
  }
  return [...pieces, piece]
}
