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

export function bulleted(items: readonly Html[]): Html {
  return html`<ul>${items.map(item => html`<li>${item}</li>`)}</ul>`
}

export function sentences(texts: readonly string[]): Html {
  return bulleted(texts.map(text => html`<bdi>${text}</bdi>`))
}

export function tableOf(headings: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<table><thead><tr>${headings.map(text => html`<th scope="col">${text}</th>`)}</tr></thead><tbody>${rows.map(
    cells => html`<tr>${cells.map(cell => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table>`
}
