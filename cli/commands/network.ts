import type { Network } from '../../src/model/network.ts'
import { connect } from '../connection/connect.ts'
import { exit } from '../definition/command.ts'
import { defineCommand, onlyArgument } from '../definition/define.ts'
import { exampleId } from '../example-ids.ts'
import { describeUnknown, findingColumns, findingsOf, nameOf } from '../network/findings.ts'
import { elsewhere, treeLines } from '../network/tree-lines.ts'
import type { Span } from '../output/colour.ts'
import type { Output } from '../output/output.ts'
import { writeRows } from '../output/rows.ts'

export const network = defineCommand({
  name: 'network',
  usage: 'ID [flags]',
  about: `Shows the organizations and persons around an entity as a tree: who owns what, who leads whom, and the findings against each: sanctions, PEP (politically exposed person) and adverse media entries. No hit is no clearance.`,
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
  const root = nodes.find(node => node.id === rootId)
  const name = root === undefined ? id : nameOf(root)
  await output.line(`Network of ${name}: ${nodes.length} nodes, ${relations.length} relations`)
  if (nodes.length + relations.length > 0) await output.line('')
  await writeTree(output, network)
  const findings = nodes.flatMap(findingsOf)
  const unknown = describeUnknown(network)
  await output.line('')
  if (findings.length > 0) await writeRows(output, findings, findingColumns)
  else await output.line(noFindings(nodes.length, unknown.length > 0))
  await output.lines(unknown)
}

/** How many lines are written at a time. */
const chunkSize = 100

async function writeTree(output: Output, network: Network): Promise<void> {
  let lines: (readonly Span[])[] = []
  let hasCycle = false
  for (const line of treeLines(network, output.width)) {
    lines.push(line)
    hasCycle ||= line.some(({ text }) => text.endsWith(`${elsewhere} `))
    if (lines.length < chunkSize) continue
    await output.lines(lines)
    lines = []
  }
  await output.lines(hasCycle ? [...lines, `${elsewhere} has its own line elsewhere in the tree`] : lines)
}

function noFindings(nodes: number, isPartial: boolean): string {
  if (nodes === 0) return 'The network is empty: nothing is known about anyone. That is no clearance.'
  const where = isPartial ? 'in what could be read' : 'against anyone here'
  return `No findings ${where}. No hit is not a clearance.`
}
