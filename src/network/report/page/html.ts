import { withoutMisleading, writtenOut } from '../../../shared/text/invisible.ts'
import { escaped } from '../../picture/svg/markup.ts'

/** A piece of a page. */
export interface Html {
  readonly markup: string
}

type Value = string | number | Html | readonly Html[]

/** Markup with values in it: texts are escaped, wherever they come from. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: parts.map((part, at) => part + markupOf(values[at] ?? '')).join('') }
}

/** What is markup already. */
export function trusted(markup: string): Html {
  return { markup }
}

function markupOf(value: Value): string {
  if (typeof value === 'string') return escaped(shown(value))
  if (typeof value === 'number') return String(value)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

/** Readers see what could mislead them; line breaks stay. */
function shown(text: string): string {
  const lines = text.split('\n')
  return lines.map(line => withoutMisleading(line, writtenOut)).join('\n')
}

/** A source as a link where it is an address of the web, and leads where it seems to lead. */
export function sourceLink(source: string): Html {
  const url = /^https?:\/\/[^\s\p{C}]+$/iu.test(source) && URL.canParse(source) ? new URL(source) : null
  const isPlain =
    url?.username === '' && url.password === '' && source.toLowerCase().includes(`//${url.host}`)
  return isPlain ? html`<a href="${url.href}" rel="noreferrer">${source}</a>` : html`<bdi>${source}</bdi>`
}

/** What stands in a cell or beside a term: texts from a network keep their direction to themselves. */
type Cell = Html | string | number

function isolated(cell: Cell): Html {
  return typeof cell === 'object' ? cell : html`<bdi>${cell}</bdi>`
}

export function bulleted(items: readonly Cell[]): Html {
  return html`<ul>${items.map(item => html`<li>${isolated(item)}</li>`)}</ul>`
}

/** Terms and what is said of them; those without a value are left out. */
export function definitions(
  rows: readonly (readonly [term: string, value: Cell | null | undefined])[],
): Html {
  return html`<dl>${rows.map(([term, value]) =>
    value === null || value === undefined ? html`` : html`<dt>${term}</dt><dd>${isolated(value)}</dd>`,
  )}</dl>`
}

/** A page of thousands of rows is not read: the record has them all. */
const mostRows = 300

export function tableOf(headings: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  const more = rows.length - mostRows
  const head = headings.map(text => html`<th scope="col">${text}</th>`)
  const body = rows
    .slice(0, mostRows)
    .map(cells => html`<tr>${cells.map(cell => html`<td>${isolated(cell)}</td>`)}</tr>`)
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>${more > 0 ? html`<p>${more} more are in the record.</p>` : ''}`
}
