import type { Environment } from '../definition/command.ts'

/** How a part of a line looks on a terminal that has colours. */
export type Style = 'bold' | 'red' | 'yellow' | 'green'

/** A part of a line; without a style it is plain. */
export interface Span {
  readonly text: string
  readonly style: Style | null
}

/** A line, or its parts one after the other. */
export type Line = string | readonly Span[]

/** What begins each style, and what ends it. */
const codes: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
}

export function paint(text: string, style: Style): string {
  const [begin, end] = codes[style]
  return `\u001b[${begin}m${text}\u001b[${end}m`
}

/** Whether colours are wanted: https://force-color.org, then https://no-color.org, then what the stream is. */
export function hasColour(isTerminal: boolean, { FORCE_COLOR, NO_COLOR, TERM }: Environment): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTerminal && !NO_COLOR && TERM !== 'dumb'
}

/** The colour of a level of risk; a level that is not known has none. */
export function styleOfLevel(level: string | null): Style | null {
  if (level === 'high') return 'red'
  if (level === 'medium') return 'yellow'
  return level === 'low' ? 'green' : null
}
