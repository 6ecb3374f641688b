import { parseDocument } from 'htmlparser2'
import { expect } from 'vitest'

/** An element of a picture. */
export interface SvgElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly SvgElement[]
  /** All text in it. */
  readonly text: string
}

type Parsed = ReturnType<typeof parseDocument>['children'][number]

/** Reads a picture as XML, and fails where a strict reader would. */
export function readSvg(svg: string): SvgElement {
  expectWellFormed(svg)
  const [root] = parseDocument(svg, { xmlMode: true, decodeEntities: true }).children.flatMap(elementsIn)
  if (root === undefined) throw new Error('no element')
  return root
}

function elementsIn(node: Parsed): SvgElement[] {
  if (!('children' in node) || !('name' in node)) return []
  return [
    {
      name: node.name,
      attributes: node.attribs,
      children: node.children.flatMap(elementsIn),
      text: textIn(node),
    },
  ]
}

function textIn(node: Parsed): string {
  if ('children' in node) return node.children.map(textIn).join('')
  return node.type === 'text' ? node.data : ''
}

export function allIn(element: SvgElement): SvgElement[] {
  return [element, ...element.children.flatMap(allIn)]
}

/** The parser mends what it can: every tag is closed in its turn, and no character is one that XML does not allow. */
function expectWellFormed(svg: string): void {
  expect(svg.isWellFormed()).toBe(true)
  expect(svg).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  const open: string[] = []
  const rest = svg.replaceAll(
    /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<>&]*(?:&[a-z#0-9]+;[^"<>&]*)*")*)(\/?)>/g,
    (_, close, name, _attributes, alone) => {
      if (close === '/') expect(open.pop()).toBe(name)
      else if (alone === '') open.push(name)
      return ''
    },
  )
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/)
}
