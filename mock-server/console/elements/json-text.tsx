/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { tryParseJson } from '../../../src/shared/json.ts'
import { indentJson } from './indent-json.ts'

/** Maximum length of a body that is shown with colours. Each coloured part is an HTML element, and many elements are slow. */
const maxColouredLength = 100_000

/** Matches a token of JSON: a field name with its colon, a string, a number, or a literal. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)/g

/** Shows a body. JSON gets line breaks and colours; other text is shown unchanged. */
export function JsonText({ text }: { text: string }) {
  const indented = indentJson(text)
  return <pre>{isColoured(indented) ? colourJson(indented) : indented}</pre>
}

function isColoured(text: string): boolean {
  return text.length <= maxColouredLength && tryParseJson(text) !== undefined
}

/** Splits the text into plain and coloured parts, in order. */
function colourJson(json: string): ComponentChildren[] {
  const children: ComponentChildren[] = []
  let end = 0
  for (const match of json.matchAll(tokens)) {
    const [token, string, colon, number] = match
    const kind =
      string === undefined
        ? number === undefined
          ? 'literal'
          : 'number'
        : colon === undefined
          ? 'string'
          : 'name'
    children.push(json.slice(end, match.index))
    children.push(
      <span key={match.index} class={`json-${kind}`}>
        {string ?? token}
      </span>,
    )
    end = match.index + (string ?? token).length
  }
  return [...children, json.slice(end)]
}
