import type { Folded, GraphNode } from './graph.ts'
import { type Font, wrapText } from './text.ts'

/** The text lines of a party's box, and its size. */
export interface NodeBox {
  readonly width: number
  readonly height: number
  readonly lines: readonly BoxLine[]
}

export interface BoxLine {
  readonly text: string
  readonly font: Font
}

export const boxWidth = 156
export const padding = 10
const nameFont: Font = { size: 12, isBold: true }
const wordFont: Font = { size: 10.5 }
const maxNameLines = 3
const maxWordLines = 2

export function lineHeight({ size }: Font): number {
  return size * 1.25
}

/** Returns the name of a party in a picture, or a placeholder. */
export function nodeName({ name, isMissing }: GraphNode): string {
  return name ?? (isMissing ? 'Not in the network' : 'No name')
}

/** Returns the lines below a party's name: its status, its hits, and the number of parties that are folded into it. */
export function describeNode(node: GraphNode): string[] {
  const { type, isRoot, isMissing, countryCode, status, hits, folded } = node
  const hitCounts = [
    ['Sanctions', hits.sanctions],
    ['PEP', hits.pep],
    ['Adverse media', hits.adverseMedia],
    ['Risk factor', hits.risks],
  ] as const
  const statusWords = [
    ...(isRoot ? ['Root'] : []),
    ...(type === 'person' || type === 'organization' || isMissing ? [] : ['type not known']),
    ...(countryCode === null ? [] : [countryCode]),
    ...(status === null ? [] : [status === 'blocked' ? 'Blocked' : 'Possibly blocked']),
  ]
  const hitWords = hitCounts.flatMap(([hitWord, count]) =>
    count === 0 ? [] : count === 1 ? hitWord : `${hitWord} ${count}`,
  )
  const foldedWords = folded.count === 0 ? '' : `and ${describeFolded(folded)}`
  return [statusWords.join(', '), hitWords.join(', '), foldedWords].filter(line => line !== '')
}

export function describeFolded({ count, withHits }: Folded): string {
  const hits = withHits === 0 ? '' : `, ${withHits.toLocaleString('en')} with hits`
  return `${count.toLocaleString('en')} more${hits}`
}

export function createBox(node: GraphNode): NodeBox {
  const wrapIn = (text: string, font: Font, maxLines: number) =>
    wrapText(text, font, boxWidth - 2 * padding, maxLines).map(line => ({ text: line, font }))
  const lines = [
    ...wrapIn(nodeName(node), nameFont, maxNameLines),
    ...describeNode(node).flatMap(words => wrapIn(words, wordFont, maxWordLines)),
  ]
  const height = lines.reduce((sum, { font }) => sum + lineHeight(font), 2 * padding - 8)
  return { width: boxWidth, height, lines }
}
