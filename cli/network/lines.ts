import type { Network, NetworkNode } from '../../src/model/network.ts'
import type { Hit } from '../../src/network/list-hits.ts'
import { getOrInsertList } from '../../src/shared/get-or-insert.ts'
import type { Span } from '../output/output.ts'
import { escapeMisleading, textColumns, truncateColumns } from '../output/text.ts'
import { describeRelation } from './describe-relation.ts'
import { countEntries, displayName } from './hits.ts'
import { buildTrees, type TreeNode } from './tree.ts'

/** Marks a party whose own relations are listed at another line of the tree. */
export const elsewhere = '↺'

/** Minimum width of a name that is truncated, in columns. */
const minNameWidth = 12

/**
 * Formats a network as lines of trees, beginning with the requested entity. On a narrow terminal, omits details (the last one
 * first), and then truncates names; hits are always shown. If `terminal` is null, nothing is shortened.
 */
export function* formatTree(
  network: Network,
  hits: readonly Hit[],
  terminal: number | null,
): Generator<readonly Span[]> {
  const nodes = new Map(network.nodes.map(node => [node.id, node]))
  const hitsByParty = new Map<string, Hit[]>()
  // The entries of one hit may be about several parties of the same name.
  for (const hit of hits)
    for (const id of new Set(hit.entries.map(({ party }) => party.id)))
      getOrInsertList(hitsByParty, id).push(hit)
  for (const treeNode of buildTrees(network))
    yield formatTreeNode(
      treeNode,
      nodes.get(treeNode.id),
      countEntries(hitsByParty.get(treeNode.id) ?? [], treeNode.id),
      terminal,
    )
}

function formatTreeNode(
  { id, link, isElsewhere, lastFlags }: TreeNode,
  node: NetworkNode | undefined,
  counts: string,
  terminal: number | null,
): readonly Span[] {
  const words = link === null ? '' : `${describeRelation(link.relation, link.from)} `
  const head = escapeMisleading(
    `${formatBranch(lastFlags, terminal)}${words}${isElsewhere ? `${elsewhere} ` : ''}`,
  )
  const name = escapeMisleading(node === undefined ? `${id} (not among the nodes)` : displayName(node))
  const details = node === undefined || isElsewhere ? [] : listDetails(node)
  const hits = isElsewhere ? '' : counts
  const maxWidth = terminal ?? Number.POSITIVE_INFINITY
  const excess = () => textColumns([head + name, ...details, hits].filter(Boolean).join('  ')) - maxWidth
  while (details.length > 0 && excess() > 0) details.pop()
  const width = textColumns(name)
  const shownName = truncateColumns(
    name,
    Math.max(Math.min(minNameWidth, width), width - Math.max(0, excess())),
  )
  return [
    { text: head },
    { text: shownName, style: link === null ? 'bold' : null },
    ...details.map(text => ({ text: `  ${text}` })),
    ...(hits === '' ? [] : [{ text: '  ' }, { text: hits, style: 'red' as const }]),
  ]
}

function listDetails({ id, type, countryCode, calculatedRiskScore: score }: NetworkNode): string[] {
  return [type, countryCode, score === null ? null : `score ${score}`, id]
    .filter(Boolean)
    .map(String)
    .map(escapeMisleading)
}

/**
 * Draws the branches that lead to a party. If they are too wide for the terminal, writes the number of upper levels in place of
 * their branches.
 */
function formatBranch(lastFlags: readonly boolean[], terminal: number | null): string {
  if (lastFlags.length === 0) return ''
  const branch = lastFlags.at(-1) ? '└─ ' : '├─ '
  const ancestors = lastFlags.slice(0, -1)
  if (terminal !== null && ancestors.length * 3 > terminal / 3) return `…${ancestors.length} ${branch}`
  return ancestors.map(isEnd => (isEnd ? '   ' : '│  ')).join('') + branch
}
