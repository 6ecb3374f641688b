import { escapeUnicode } from '../../../shared/text/invisible.ts'
import type { Point } from '../layout.ts'
import type { Font } from '../text.ts'

/** Colours by purpose. Text colours have a contrast ratio of at least 4.5 to their background. */
export const colours = {
  background: '#ffffff',
  box: '#f6f8fa',
  border: '#afb8c1',
  ink: '#1f2328',
  muted: '#59636e',
  ownership: '#57606a',
  control: '#0969da',
  relation: '#8c959f',
  blocked: '#cf222e',
  possible: '#9a6700',
  root: '#24292f',
  onRoot: '#ffffff',
} as const

/** Writes an XML element. Escapes attributes; children must be escaped already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly string[] = [],
): string {
  const attributeTexts = Object.entries(attributes).map(
    ([attribute, value]) =>
      ` ${attribute}="${typeof value === 'number' ? formatPixels(value) : quoteAttribute(value)}"`,
  )
  const start = `<${name}${attributeTexts.join('')}`
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`
}

/** Writes one line of text. `x` is the left end of its baseline, or the middle with `text-anchor: middle`. */
export function textElement(
  { x, y }: Point,
  text: string,
  { size, isBold = false }: Font,
  attributes: Readonly<Record<string, string>>,
): string {
  const weight = isBold ? { 'font-weight': 600 } : {}
  return element('text', { x, y, 'font-size': size, ...weight, ...attributes }, [escapeXml(text)])
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** @param text must be one line: see `toOneLine`. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character] ?? '')
}

/**
 * Escapes an attribute value so that programs can read it back. Writes a character that XML does not allow as
 * an escape such as `\u0001`.
 */
function quoteAttribute(value: string): string {
  return escapeXml(value)
    .replace(/[^\P{Cc}\t\n\r\u007f-\u009f]|[\p{Cs}\ufffe\uffff]/gu, escapeUnicode)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu, sign => `&#${sign.charCodeAt(0)};`)
}

export function titleElement(text: string): string {
  return element('title', {}, [escapeXml(text)])
}

export function formatPixels(pixels: number): string {
  return String(Math.round(pixels * 10) / 10 + 0)
}
