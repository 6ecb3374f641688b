import type { Point } from '../ports.ts'

/** An element of XML: its attributes and its text are escaped, and so nothing that comes from a network is ever markup. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${typeof value === 'number' ? rounded(value) : escaped(value)}"`,
  )
  const start = `<${name}${written.join('')}`
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`
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
