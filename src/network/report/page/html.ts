import { escapeUnicode, replaceMisleading } from '../../../shared/text/invisible.ts'
import { escapeXml } from '../../picture/svg/markup.ts'

/** Markup that must not be escaped again. */
export interface Html {
  readonly markup: string
}

type Value = string | number | Html | readonly Html[]

/** Template tag for markup. Escapes all text values. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: parts.map((part, position) => part + markupOf(values[position] ?? '')).join('') }
}

/** Marks a string as safe markup, which is not escaped. */
export function trusted(markup: string): Html {
  return { markup }
}

function markupOf(value: Value): string {
  if (typeof value === 'string') return escapeXml(writeOutMisleading(value))
  if (typeof value === 'number') return String(value)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

/** Replaces misleading characters, except line breaks, with visible escapes. */
function writeOutMisleading(text: string): string {
  const lines = text.split('\n')
  return lines.map(line => replaceMisleading(line, escapeUnicode)).join('\n')
}

/**
 * Returns the source of an entry as a link if its text is a URL that shows the real host; otherwise as plain
 * text.
 */
export function sourceLink(source: string): Html {
  const url = /^https?:\/\/[^\s\p{C}]+$/iu.test(source) && URL.canParse(source) ? new URL(source) : null
  const isTrustworthy =
    url?.username === '' && url.password === '' && source.toLowerCase().includes(`//${url.host}`)
  return isTrustworthy
    ? html`<a href="${url.href}" rel="noreferrer">${source}</a>`
    : html`<bdi>${source}</bdi>`
}

/**
 * The content of a table cell or definition. Text is wrapped in `<bdi>`, so that its writing direction does
 * not affect the surrounding text.
 */
type Cell = Html | string | number

function isolate(cell: Cell): Html {
  return typeof cell === 'object' ? cell : html`<bdi>${cell}</bdi>`
}

export function bulletList(items: readonly Cell[]): Html {
  return html`<ul>${items.map(item => html`<li>${isolate(item)}</li>`)}</ul>`
}

/** Writes a list of terms with their definitions. Omits terms without a value. */
export function definitionList(
  rows: readonly (readonly [term: string, value: Cell | null | undefined])[],
): Html {
  return html`<dl>${rows.map(([term, value]) =>
    value === null || value === undefined ? html`` : html`<dt>${term}</dt><dd>${isolate(value)}</dd>`,
  )}</dl>`
}

/** The maximum number of rows in a table of the page. The record itself contains all rows. */
const maxRows = 300

/** Writes a table. Each cell names its column, because a phone shows each row as a card without the headings. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  const hiddenCount = rows.length - maxRows
  const head = headings.map(text => html`<th scope="col">${text}</th>`)
  const body = rows
    .slice(0, maxRows)
    .map(
      cells =>
        html`<tr>${cells.map((cell, column) => html`<td data-column="${headings[column] ?? ''}">${isolate(cell)}</td>`)}</tr>`,
    )
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>${hiddenCount > 0 ? html`<p>${hiddenCount} more are in the record.</p>` : ''}`
}
