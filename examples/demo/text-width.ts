/** What a terminal shows two columns wide: Chinese, Japanese, Korean, full-width forms and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How many columns a text takes; a letter and its accents are one, in however many characters they come. */
export function textWidth(text: string): number {
  return letters(text).reduce((width, letter) => width + letterWidth(letter), 0)
}

/** The text in as many columns as there are: cut off with `…` where it is longer. */
export function truncate(text: string, width: number): string {
  return textWidth(text) <= width
    ? text
    : `${beginning(text, width - 1).trimEnd()}…`
}

/** The text in exactly so many columns. */
export function fitColumn(
  text: string,
  width: number,
  align: 'left' | 'right' = 'left',
): string {
  const shown = truncate(text, width)
  const gap = ' '.repeat(width - textWidth(shown))
  return align === 'left' ? shown + gap : gap + shown
}

/** The text in lines of so many columns, broken at plain spaces; a word only where it is longer than a line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ +/).flatMap(word => breakWord(word, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (textWidth(longer) > width) {
      lines.push(line)
      line = word
    } else {
      line = longer
    }
  }
  return [...lines, line]
}

function breakWord(word: string, width: number): string[] {
  const parts: string[] = []
  let rest = word
  while (textWidth(rest) > width) {
    const part = beginning(rest, width)
    parts.push(part)
    rest = rest.slice(part.length)
  }
  return [...parts, rest]
}

/** As many whole letters from the start as fit. */
function beginning(text: string, width: number): string {
  let kept = ''
  let room = width
  for (const letter of letters(text)) {
    room -= letterWidth(letter)
    if (room < 0) break
    kept += letter
  }
  return kept
}

function letters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

function letterWidth(letter: string): number {
  return wide.test(letter) ? 2 : 1
}
