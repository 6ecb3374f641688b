/** How a text is set. */
export interface Font {
  /** In pixels. */
  readonly size: number
  readonly isBold?: boolean
}

/** Widths of the letters of a sans-serif in hundredths of its size, a little more than most have. */
const widths: readonly (readonly [letters: string, width: number])[] = [
  ["'ijl|", 25],
  [' !,./:;I[]\\ft', 31],
  ['"()*-r`{}', 38],
  ['Jckszvxy^', 53],
  ['#$+0123456789<=>?L_abdeghnopquFTZ~', 60],
  ['&ABEKPSVXY', 71],
  ['CDHNRUw', 76],
  ['GOQ', 81],
  ['%M@Wm', 94],
]
const ofLetter = new Map(widths.flatMap(([letters, width]) => Array.from(letters, letter => [letter, width])))
const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}|[\u3000-\u303f\uff00-\uff60]/u
const bold = 1.07

/** About how wide a text is, in pixels: nothing can be measured without a browser. */
export function widthOf(text: string, { size, isBold = false }: Font): number {
  const hundredths = graphemes(text).reduce((sum, grapheme) => sum + hundredthsOf(grapheme), 0)
  return (hundredths / 100) * size * (isBold ? bold : 1)
}

function hundredthsOf(grapheme: string): number {
  return ofLetter.get(grapheme.normalize('NFD').charAt(0)) ?? (wide.test(grapheme) ? 110 : 66)
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
