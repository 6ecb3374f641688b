import type { Network, NetworkNode } from '../../src/model/network.ts'
import type { Hit } from '../../src/network/hits.ts'
import { getOrInsertList } from '../../src/shared/get-or-insert.ts'
import type { Span } from '../output/output.ts'
import { cut, visible, widthOf } from '../output/text.ts'
import { countHits, nameOf } from './hits.ts'
import { relationWords } from './relation-words.ts'
import { type TreeNode, treesOf } from './tree.ts'

/** Marks a party whose own place is elsewhere in the tree. */
export const elsewhere = '↺'

/** What a name keeps in any case. */
const narrowest = 12

/**
 * A network as lines of a tree, the root first. Where a terminal is too narrow for a line, details are left out, the last of them
 * first, then names are cut; hits stay. Null for no terminal: nothing is cut or left out then.
 */
export function* treeLines(
  network: Network,
  hits: readonly Hit[],
  terminal: number | null,
): Generator<readonly Span[]> {
  const nodes = new Map(network.nodes.map(node => [node.id, node]))
  const hitsOn = new Map<string, Hit[]>()
  for (const hit of hits) getOrInsertList(hitsOn, hit.party.id).push(hit)
  for (const place of treesOf(network))
    yield formatPlace(place, nodes.get(place.id), countHits(hitsOn.get(place.id) ?? []), terminal)
}

function formatPlace(
  { id, link, isElsewhere, isLast }: TreeNode,
  node: NetworkNode | undefined,
  counts: string,
  terminal: number | null,
): readonly Span[] {
  const words = link === null ? '' : `${relationWords(link.relation, link.from)} `
  const head = visible(`${guides(isLast, terminal)}${words}${isElsewhere ? `${elsewhere} ` : ''}`)
  const name = visible(node === undefined ? `${id} (not among the nodes)` : nameOf(node))
  const details = node === undefined || isElsewhere ? [] : detailsOf(node)
  const hits = isElsewhere ? '' : counts
  const room = terminal ?? Number.POSITIVE_INFINITY
  const missing = () => widthOf([head + name, ...details, hits].filter(Boolean).join('  ')) - room
  while (details.length > 0 && missing() > 0) details.pop()
  const width = widthOf(name)
  const shown = cut(name, Math.max(Math.min(narrowest, width), width - Math.max(0, missing())))
  return [
    { text: head },
    { text: shown, style: link === null ? 'bold' : null },
    ...details.map(text => ({ text: `  ${text}` })),
    ...(hits === '' ? [] : [{ text: '  ' }, { text: hits, style: 'red' as const }]),
  ]
}

function detailsOf({ id, type, countryCode, calculatedRiskScore: score }: NetworkNode): string[] {
  return [type, countryCode, score === null ? null : `score ${score}`, id]
    .filter(Boolean)
    .map(String)
    .map(visible)
}

/** The lines from the parties above, and the branch to this one. Where it lies too deep for a terminal, a number says how deep. */
function guides(isLast: readonly boolean[], terminal: number | null): string {
  if (isLast.length === 0) return ''
  const branch = isLast.at(-1) ? '└─ ' : '├─ '
  const above = isLast.slice(0, -1)
  if (terminal !== null && above.length * 3 > terminal / 3) return `…${above.length} ${branch}`
  return above.map(isEnd => (isEnd ? '   ' : '│  ')).join('') + branch
}
