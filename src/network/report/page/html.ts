import { escapeUnicode, replaceMisleading } from '../../../shared/text/invisible.ts'
import { escapeXml } from '../../picture/svg/markup.ts'

/** A piece of markup. */
export interface Html {
  readonly markup: string
}

type Value = string | number | Html | readonly Html[]

/** Markup with values. Text values are always escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: parts.map((part, position) => part + markupOf(values[position] ?? '')).join('') }
}

/** Marks a text as markup. */
export function trusted(markup: string): Html {
  return { markup }
}

function markupOf(value: Value): string {
  if (typeof value === 'string') return escapeXml(writeOutMisleading(value))
  if (typeof value === 'number') return String(value)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

/** Makes misleading characters visible; line breaks stay. */
function writeOutMisleading(text: string): string {
  const lines = text.split('\n')
  return lines.map(line => replaceMisleading(line, escapeUnicode)).join('\n')
}

/** A source as a link if it is a web address that leads where its text shows. */
export function sourceLink(source: string): Html {
  const url = /^https?:\/\/[^\s\p{C}]+$/iu.test(source) && URL.canParse(source) ? new URL(source) : null
  const isTrustworthy =
    url?.username === '' && url.password === '' && source.toLowerCase().includes(`//${url.host}`)
  return isTrustworthy
    ? html`<a href="${url.href}" rel="noreferrer">${source}</a>`
    : html`<bdi>${source}</bdi>`
}

/** Content of a table cell or definition. Text from a network is isolated, so that its direction has no effect outside. */
type Cell = Html | string | number

function isolate(cell: Cell): Html {
  return typeof cell === 'object' ? cell : html`<bdi>${cell}</bdi>`
}

export function bulletList(items: readonly Cell[]): Html {
  return html`<ul>${items.map(item => html`<li>${isolate(item)}</li>`)}</ul>`
}

/** Terms and definitions, without those that have no value. */
export function definitionList(
  rows: readonly (readonly [term: string, value: Cell | null | undefined])[],
): Html {
  return html`<dl>${rows.map(([term, value]) =>
    value === null || value === undefined ? html`` : html`<dt>${term}</dt><dd>${isolate(value)}</dd>`,
  )}</dl>`
}

/** A page of thousands of rows is useless, and the record contains all of them. */
const maxRows = 300

export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  const hiddenCount = rows.length - maxRows
  const head = headings.map(text => html`<th scope="col">${text}</th>`)
  const body = rows
    .slice(0, maxRows)
    .map(cells => html`<tr>${cells.map(cell => html`<td>${isolate(cell)}</td>`)}</tr>`)
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>${hiddenCount > 0 ? html`<p>${hiddenCount} more are in the record.</p>` : ''}`
}
