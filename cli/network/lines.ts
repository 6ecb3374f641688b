import type { Network, NetworkNode } from '../../src/model/network.ts'
import type { Span } from '../output/colour.ts'
import { cut, visible, widthOf } from '../output/visible.ts'
import { countHits, nameOf } from './hits.ts'
import { relationWords } from './relation-words.ts'
import { type TreeNode, treesOf } from './tree.ts'

/** Marks a party whose own place is elsewhere in the tree. */
export const elsewhere = '↺'

/**
 * A network as lines of a tree, the root first; each is no wider than a terminal, as far as that is possible without leaving out
 * a hit. Null for no terminal: nothing is cut or left out then.
 */
export function* treeLines(network: Network, terminal: number | null): Generator<readonly Span[]> {
  const nodes = new Map(network.nodes.map(node => [node.id, node]))
  for (const place of treesOf(network)) yield* formatPlace(place, nodes.get(place.id), terminal)
}

/** Parts of a line, with what may give where there is no room. */
interface Part extends Span {
  /** The part with the highest number is left out first; 0 stays. */
  readonly order: number
}

function formatPlace(
  place: TreeNode,
  node: NetworkNode | undefined,
  terminal: number | null,
): (readonly Span[])[] {
  const { link, isElsewhere, isLast } = place
  const before = guides(isLast, terminal)
  const words = link === null ? '' : `${relationWords(link.relation, link.from)} `
  const head: Span[] = [
    { text: visible(`${before}${words}${isElsewhere ? `${elsewhere} ` : ''}`), style: null },
  ]
  const name = node === undefined ? `${place.id} (not among the nodes)` : nameOf(node)
  const parts = node === undefined || isElsewhere ? [] : partsOf(node)
  const named: Span = { text: visible(name), style: link === null ? 'bold' : null }
  return fitLine(head, named, parts, terminal, continuation(isLast, terminal))
}

function partsOf(node: NetworkNode): Part[] {
  const { id, type, countryCode, calculatedRiskScore: score } = node
  const part = (text: string | null, order: number, style: Span['style'] = null): Part[] =>
    text === null || text === '' ? [] : [{ text: visible(text), order, style }]
  return [
    ...part(type, 1),
    ...part(countryCode, 2),
    ...part(score === null ? null : `score ${score}`, 3),
    ...part(countHits(node), 0, 'red'),
    ...part(id, 4),
  ]
}

/** What a name keeps in any case. */
const narrowest = 12

function fitLine(
  head: readonly Span[],
  name: Span,
  parts: readonly Part[],
  terminal: number | null,
  indent: string,
): (readonly Span[])[] {
  const room = terminal ?? Number.POSITIVE_INFINITY
  const whole = lineOf(head, name, parts)
  if (widthOf(textOf(whole)) <= room) return [whole]
  const last = Math.max(...parts.map(({ order }) => order), 0)
  if (last > 0) {
    const fewer = parts.filter(({ order }) => order !== last)
    return fitLine(head, name, fewer, terminal, indent)
  }
  const surplus = widthOf(textOf(whole)) - room
  const shorter = Math.max(narrowest, widthOf(name.text) - surplus)
  const cutName = { ...name, text: cut(name.text, shorter) }
  const oneLine = lineOf(head, cutName, parts)
  if (widthOf(textOf(oneLine)) <= room) return [oneLine]
  // Hits are never left out: they have a line of their own.
  const first = lineOf(cutSpans(head, room - Math.min(widthOf(name.text), narrowest)), cutName, [])
  return [first, ...parts.map(part => [{ text: indent, style: null }, part])]
}

function lineOf(head: readonly Span[], name: Span, parts: readonly Part[]): Span[] {
  return [...head, name, ...parts.flatMap(part => [{ text: '  ', style: null }, part])]
}

function cutSpans(spans: readonly Span[], room: number): Span[] {
  return spans.map(span => ({ ...span, text: `${cut(span.text.trimEnd(), Math.max(2, room - 1))} ` }))
}

function textOf(line: readonly Span[]): string {
  return line.map(({ text }) => text).join('')
}

/** The lines from the parties above, and the branch to this one. Where it lies too deep for a terminal, a number says how deep. */
function guides(isLast: readonly boolean[], terminal: number | null): string {
  if (isLast.length === 0) return ''
  const branch = isLast.at(-1) ? '└─ ' : '├─ '
  return above(isLast, terminal) + branch
}

function continuation(isLast: readonly boolean[], terminal: number | null): string {
  return isLast.length === 0 ? '  ' : `${above(isLast, terminal)}${isLast.at(-1) ? '   ' : '│  '}  `
}

function above(isLast: readonly boolean[], terminal: number | null): string {
  const depth = isLast.length - 1
  if (terminal !== null && depth * 3 > terminal / 3) return `…${depth} `
  return isLast
    .slice(0, -1)
    .map(isEnd => (isEnd ? '   ' : '│  '))
    .join('')
}
