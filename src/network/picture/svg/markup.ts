import { writtenOut } from '../../../shared/text/invisible.ts'
import type { Point } from '../fans.ts'
import type { Font } from '../text.ts'

/** An element of XML: its attributes and its text are escaped, and so nothing that comes from a network is ever markup. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${typeof value === 'number' ? rounded(value) : quoted(value)}"`,
  )
  const start = `<${name}${written.join('')}`
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`
}

/** A text on one line, from the left of its base, or around it. */
export function textAt(
  { x, y }: Point,
  text: string,
  { size, isBold = false }: Font,
  attributes: Readonly<Record<string, string>>,
): string {
  const weight = isBold ? { 'font-weight': 600 } : {}
  return element('text', { x, y, 'font-size': size, ...weight, ...attributes }, [escaped(text)])
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The text is on one line: see `oneLine`. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, sign => entities[sign] ?? '')
}

/** What XML has no way to write, not even as a number. */
const unwritable = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\p{Cs}\ufffe\uffff]/gu

/** A value that a reader gets back as it was, but for what XML cannot hold: that is written out, like `\u0000`. */
function quoted(value: string): string {
  return escaped(value)
    .replace(/[\t\n\r]/g, sign => `&#${sign.charCodeAt(0)};`)
    .replace(unwritable, writtenOut)
}

/** What readers see when they point at something. */
export function titleOf(text: string): string {
  return element('title', {}, [escaped(text)])
}

export function rounded(pixels: number): string {
  return String(Math.round(pixels * 10) / 10 + 0)
}

export function at({ x, y }: Point): string {
  return `${rounded(x)} ${rounded(y)}`
}
