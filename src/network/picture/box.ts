import type { GraphNode } from './graph.ts'
import { type Font, widthOf, wrap } from './text.ts'

/** What stands in the box of a party. */
export interface Box {
  readonly width: number
  readonly height: number
  /** The name, in up to three lines. */
  readonly lines: readonly string[]
  /** The country code and the signs of hits, in rows below the name. */
  readonly rows: readonly (readonly Mark[])[]
}

/** A few letters in a box: a country code, or a hit's sign. */
export interface Mark {
  readonly text: string
  readonly width: number
  readonly kind: 'plain' | 'sanctions' | 'pep' | 'adverse_media' | 'risk'
}

export const boxWidth = 152
export const padding = 10
export const lineHeight = 15
export const rowHeight = 17
export const nameFont: Font = { size: 12, isBold: true }
export const markFont: Font = { size: 10.5 }
export const gap = 5
const markPadding = 5
const mostLines = 3

/** How a party without a name is called. */
export function nameOf({ name, isMissing }: GraphNode): string {
  return name ?? (isMissing ? 'Not in the network' : 'No name')
}

export function boxOf(node: GraphNode): Box {
  const lines = wrap(nameOf(node), nameFont, boxWidth - 2 * padding, mostLines)
  const rows = rowsOf(marksOf(node))
  return {
    width: boxWidth,
    height: 2 * padding - 4 + lines.length * lineHeight + rows.length * rowHeight,
    lines,
    rows,
  }
}

function marksOf({ countryCode, hits }: GraphNode): Mark[] {
  return [
    ...(countryCode === null ? [] : [markOf('plain', countryCode)]),
    ...signOf('sanctions', 'Sanctions', hits.sanctions),
    ...signOf('pep', 'PEP', hits.pep),
    ...signOf('adverse_media', 'Media', hits.adverseMedia),
    ...signOf('risk', 'Risk', hits.risks),
  ]
}

function signOf(kind: Mark['kind'], sign: string, count: number): Mark[] {
  if (count === 0) return []
  return [markOf(kind, count === 1 ? sign : `${sign} ${count}`)]
}

export function markOf(kind: Mark['kind'], text: string): Mark {
  return { kind, text, width: widthOf(text, markFont) + 2 * markPadding }
}

function rowsOf(marks: readonly Mark[]): Mark[][] {
  const rows: Mark[][] = []
  let left = 0
  for (const mark of marks) {
    if (mark.width > left) {
      rows.push([])
      left = boxWidth - 2 * padding
    }
    rows.at(-1)?.push(mark)
    left -= mark.width + gap
  }
  return rows
}
