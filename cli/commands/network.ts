import type { Network, NetworkNode, Relation, RiskEntry } from '../../src/model/network.ts'
import type { Column } from '../column-widths.ts'
import { exit } from '../command.ts'
import { connect } from '../connection.ts'
import { defineCommand, onlyArgument } from '../define-command.ts'
import { exampleId } from '../example-ids.ts'
import type { Output } from '../output.ts'
import { writeRows } from '../rows.ts'

export const network = defineCommand({
  name: 'network',
  usage: 'ID [flags]',
  about: `Shows the organizations and persons around an entity, who owns what and who leads whom, and the findings against each: sanctions, PEP (politically exposed person) and adverse media entries. No hit is not a clearance.`,
  flags: {},
  examples: [`network ${exampleId}`, `network ${exampleId} --json > network.json`],
  async run(call) {
    const id = onlyArgument(call, 'network', 'one ID')
    const client = await connect(call)
    const found = await client.entities.network(id, { signal: call.signal })
    if (call.isJson) await call.output.json(found)
    else await writeNetwork(call.output, found, id)
    return exit.done
  },
})

async function writeNetwork(
  output: Output,
  { nodes, relations, rootId }: Network,
  id: string,
): Promise<void> {
  const names = new Map(nodes.map(node => [node.id, nameOf(node)]))
  await output.line(
    `Network of ${names.get(rootId ?? id) ?? id}: ${nodes.length} nodes, ${relations.length} relations`,
  )
  if (nodes.length > 0) {
    await output.line('')
    await writeRows(output, nodes, nodeColumns(rootId))
  }
  if (relations.length > 0) {
    await output.line('')
    await writeRows(output, relations, relationColumns(names))
  }
  const findings = nodes.flatMap(findingsOf)
  await output.line('')
  if (findings.length > 0) await writeRows(output, findings, findingColumns)
  else await output.line('No findings against anyone here. No hit is not a clearance.')
}

function nodeColumns(rootId: string | null): Column<NetworkNode>[] {
  return [
    { heading: ' ', cell: node => (node.id === rootId ? '*' : ' ') },
    { heading: 'NAME', cell: nameOf, isName: true },
    { heading: 'TYPE', cell: node => node.type, isOptional: true },
    { heading: 'COUNTRY', cell: node => node.countryCode },
    { heading: 'SCORE', cell: node => node.calculatedRiskScore, isRight: true },
    { heading: 'HITS', cell: hitsOf, style: node => (hitsOf(node) === null ? null : 'red') },
    { heading: 'ID', cell: node => node.id, isOptional: true },
  ]
}

function relationColumns(names: ReadonlyMap<string, string>): Column<Relation>[] {
  return [
    { heading: 'FROM', cell: ({ source }) => names.get(source) ?? source, isName: true },
    { heading: 'RELATION', cell: describeRelation, isFlexible: true },
    { heading: 'TO', cell: ({ target }) => names.get(target) ?? target, isName: true },
  ]
}

interface Finding {
  readonly node: string
  readonly kind: string
  readonly entry: string
  readonly sources: string
}

const findingColumns: readonly Column<Finding>[] = [
  { heading: 'PARTY', cell: finding => finding.node, isName: true },
  { heading: 'KIND', cell: finding => finding.kind, style: () => 'red' },
  { heading: 'ENTRY', cell: finding => finding.entry, isFlexible: true },
  { heading: 'SOURCES', cell: finding => finding.sources, isFlexible: true, isOptional: true },
]

function findingsOf(node: NetworkNode): Finding[] {
  const find = (kind: string, { name, sources }: RiskEntry, position: string | null = null): Finding => ({
    node: nameOf(node),
    kind,
    entry: [name ?? '(without a name)', position].filter(part => part !== null).join(', '),
    sources: sources.join(', ') || '-',
  })
  return [
    ...node.sanctions.map(entry => find('sanctions', entry)),
    ...node.pep.map(entry => find('PEP', entry, entry.position)),
    ...node.adverseMedia.map(entry => find('adverse media', entry)),
  ]
}

/** How many of each kind, in words; null for none. */
function hitsOf({ sanctions, pep, adverseMedia }: NetworkNode): string | null {
  const counted: [string, number][] = [
    ['sanctions', sanctions.length],
    ['PEP', pep.length],
    ['adverse media', adverseMedia.length],
  ]
  const hits = counted.filter(([, count]) => count > 0).map(([kind, count]) => `${kind} ${count}`)
  return hits.join(', ') || null
}

/** What a share is of; the direction is that of the relation, from its source to its target. */
const shareWords: Readonly<Record<string, string>> = {
  ShareholdingRelationship: 'owns',
  VotingRightsRelationship: 'votes',
  InvestmentRelationship: 'invested',
}

function describeRelation({ type, label, details }: Relation): string {
  const { exactShare, keyPosition, roleType, isExecutive, description } = details
  const word = Object.hasOwn(shareWords, type) ? shareWords[type] : undefined
  if (word !== undefined) return exactShare === null ? word : `${word} ${formatShare(exactShare)}`
  if (type === 'RoleRelationship') {
    const role = label ?? keyPosition ?? roleType ?? 'role'
    return isExecutive ? `${role} (executive)` : role
  }
  const kind = type.replace(/Relationship$/, '').toLowerCase() || 'related'
  return description === null ? kind : `${kind}: ${description}`
}

/** A fraction as a percentage; what is no fraction, as it came. */
function formatShare(share: number): string {
  if (share < 0 || share > 1) return `${share} (as given, not a fraction)`
  return `${Number((share * 100).toFixed(2))} %`
}

function nameOf({ id, name, fullName }: NetworkNode): string {
  return fullName ?? name ?? id
}
