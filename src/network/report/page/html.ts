import { withoutMisleading, writtenOut } from '../../../shared/text/invisible.ts'
import { escapeXml } from '../../picture/svg/markup.ts'

/** A piece of a page. */
export interface Html {
  readonly markup: string
}

type Value = string | number | Html | readonly Html[]

/** Markup with values in it: texts are escaped, wherever they come from. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: parts.map((part, position) => part + markupOf(values[position] ?? '')).join('') }
}

/** What is markup already. */
export function trusted(markup: string): Html {
  return { markup }
}

function markupOf(value: Value): string {
  if (typeof value === 'string') return escapeXml(writeOutMisleading(value))
  if (typeof value === 'number') return String(value)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

/** Readers see what could mislead them; line breaks stay. */
function writeOutMisleading(text: string): string {
  const lines = text.split('\n')
  return lines.map(line => withoutMisleading(line, writtenOut)).join('\n')
}

/** A source as a link where it is an address of the web, and leads where it seems to lead. */
export function sourceLink(source: string): Html {
  const url = /^https?:\/\/[^\s\p{C}]+$/iu.test(source) && URL.canParse(source) ? new URL(source) : null
  const isTrustworthy =
    url?.username === '' && url.password === '' && source.toLowerCase().includes(`//${url.host}`)
  return isTrustworthy
    ? html`<a href="${url.href}" rel="noreferrer">${source}</a>`
    : html`<bdi>${source}</bdi>`
}

/** What stands in a cell or beside a term: texts from a network keep their direction to themselves. */
type Cell = Html | string | number

function isolate(cell: Cell): Html {
  return typeof cell === 'object' ? cell : html`<bdi>${cell}</bdi>`
}

export function bulletList(items: readonly Cell[]): Html {
  return html`<ul>${items.map(item => html`<li>${isolate(item)}</li>`)}</ul>`
}

/** Terms and what is said of them; those without a value are left out. */
export function definitionList(
  rows: readonly (readonly [term: string, value: Cell | null | undefined])[],
): Html {
  return html`<dl>${rows.map(([term, value]) =>
    value === null || value === undefined ? html`` : html`<dt>${term}</dt><dd>${isolate(value)}</dd>`,
  )}</dl>`
}

/** A page of thousands of rows is not read: the record has them all. */
const maxRows = 300

export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  const hiddenCount = rows.length - maxRows
  const head = headings.map(text => html`<th scope="col">${text}</th>`)
  const body = rows
    .slice(0, maxRows)
    .map(cells => html`<tr>${cells.map(cell => html`<td>${isolate(cell)}</td>`)}</tr>`)
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>${hiddenCount > 0 ? html`<p>${hiddenCount} more are in the record.</p>` : ''}`
}
