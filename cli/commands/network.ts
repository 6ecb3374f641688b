import type { Network, NetworkNode, Relation } from '../../src/model/network.ts'
import { connect } from '../connection/connect.ts'
import { exit } from '../definition/command.ts'
import { defineCommand, onlyArgument } from '../definition/define.ts'
import { exampleId } from '../example-ids.ts'
import { describeUnknown, findingColumns, findingsOf, hitsOf, nameOf } from '../network/findings.ts'
import type { Column } from '../output/column-widths.ts'
import type { Output } from '../output/output.ts'
import { writeRows } from '../output/rows.ts'

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

async function writeNetwork(output: Output, network: Network, id: string): Promise<void> {
  const { nodes, relations, rootId } = network
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
  const unknown = describeUnknown(network)
  await output.line('')
  if (findings.length > 0) await writeRows(output, findings, findingColumns)
  else await output.line(noFindings(nodes.length, unknown.length > 0))
  await output.lines(unknown)
}

function noFindings(nodes: number, isPartial: boolean): string {
  if (nodes === 0) return 'The network is empty: nothing is known about anyone. That is no clearance.'
  const where = isPartial ? 'in what could be read' : 'against anyone here'
  return `No findings ${where}. No hit is not a clearance.`
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
  const nodeAt = (id: string) => names.get(id) ?? `${id} (not among the nodes)`
  return [
    { heading: 'FROM', cell: ({ source }) => nodeAt(source), isName: true },
    { heading: 'RELATION', cell: describeRelation, isFlexible: true },
    { heading: 'TO', cell: ({ target }) => nodeAt(target), isName: true },
  ]
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
