import type { Network, NetworkNode } from '../../src/model/network.ts'
import type { IndexOptions } from '../../src/network/graph/index-options.ts'
import { type Hit, hitsOf } from '../../src/network/hits.ts'
import { toMermaid } from '../../src/network/picture/mermaid.ts'
import { toSvg } from '../../src/network/picture/svg/to-svg.ts'
import type { Regime } from '../../src/network/sanctions/regimes.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { exampleId } from '../definition/help.ts'
import { exit, UsageError } from '../failure.ts'
import { describeUnknown, hitColumns, nameOf } from '../network/hits.ts'
import { elsewhere, treeLines } from '../network/lines.ts'
import { loadNetwork } from '../network/load.ts'
import { readingFlags, readingOf, regimeFlag, regimeOf } from '../network/rules.ts'
import { withOwnersFirst } from '../network/tree.ts'
import type { Output } from '../output/output.ts'
import { writeRows } from '../output/rows.ts'
import { saveFile } from '../output/save.ts'
import { countOf } from '../output/text.ts'

const flags = {
  svg: { value: 'FILE', isReplaced: true, says: 'draw the network as an SVG' },
  mermaid: { says: 'print it as a Mermaid flowchart, for Markdown' },
  ...regimeFlag,
  ...readingFlags,
}

type NetworkCall = CommandCall<keyof typeof flags>

export const command = defineCommand({
  name: 'network',
  usage: 'ID [flags]',
  about: `Shows the organizations and persons around an entity as a tree: who owns what, who leads whom, and the hits against each: sanctions, PEP (politically exposed person) and adverse media entries. No hits is not clearance.
--svg and --mermaid draw a picture in place of the tree; the file of --svg is one that only you can read. --regime chooses the rule that marks parties as blocked.`,
  flags,
  takes: 'one ID',
  examples: [
    `network ${exampleId}`,
    `network ${exampleId} --json > network.json`,
    `network ${exampleId} --svg owners.svg`,
    `network ${exampleId} --mermaid >> case.md`,
  ],
  async run(call) {
    const regime = regimeOf(call.flags.text('regime'))
    const isDrawn = (['svg', 'mermaid'] as const).some(flag => call.flags.has(flag))
    const unused = (['regime', 'as-of', 'same'] as const).find(flag => call.flags.has(flag))
    if (unused !== undefined && !isDrawn)
      throw new UsageError(`--${unused} needs --svg or --mermaid; see also exposure`)
    if (call.isJson && call.flags.has('direction') && !isDrawn)
      throw new UsageError('--direction does not change --json, which is the network as it came')
    const reading = readingOf(call.flags)
    if (call.isJson && call.flags.has('mermaid'))
      throw new UsageError('--json and --mermaid cannot both be printed')
    const { network } = await loadNetwork(call, { needsRoot: isDrawn })
    if (isDrawn) await draw(call, network, { regime, ...reading })
    if (call.isJson) await call.output.json(network)
    else if (!isDrawn)
      await writeNetwork(call.output, withOwnersFirst(network, reading.direction), call.argument)
    return exit.done
  },
})

async function draw(
  { flags: given, output, hint }: NetworkCall,
  network: Network,
  question: IndexOptions & { readonly regime: Regime },
): Promise<void> {
  const svg = given.text('svg')
  if (svg !== undefined) {
    await saveFile(svg, await toSvg(network, question))
    hint(`written: ${svg}`)
  }
  if (given.has('mermaid')) await output.lines(toMermaid(network, question).trimEnd().split('\n'))
}

async function writeNetwork(output: Output, network: Network, id: string): Promise<void> {
  const { nodes, relations, rootId } = network
  const root = nodes.find(node => node.id === rootId)
  const name = root === undefined ? id : nameOf(root)
  const hits = hitsOf(network, { entity: id })
  await output.line(
    `Network of ${name}: ${countOf(nodes.length, 'node', 'nodes')}, ${countOf(relations.length, 'relation', 'relations')}`,
  )
  if (nodes.length + relations.length > 0) await output.line('')
  await writeTree(output, network, hits)
  await output.line('')
  const unknown = [...nodes.flatMap(describeRisks), ...describeUnknown(network, hits)]
  const where = unknown.length > 0 ? 'in what could be read' : 'against anyone here'
  const rows = hits.map(hit => ({ hit }))
  if (hits.length > 0) await writeRows(output, rows, hitColumns)
  else if (nodes.length > 0) await output.line(`No hits ${where}. That is not clearance.`)
  else await output.line('The network is empty: nothing is known about anyone. That is not clearance.')
  await output.lines(unknown)
}

/** The specification does not show what a risk factor holds. */
function describeRisks(node: NetworkNode): string[] {
  const textOf = (risk: unknown) => (typeof risk === 'string' ? risk : JSON.stringify(risk))
  return node.risks.map(risk => `Risk factor of ${nameOf(node)}: ${textOf(risk)}`)
}

async function writeTree(output: Output, network: Network, hits: readonly Hit[]): Promise<void> {
  let hasCycle = false
  for (const line of treeLines(network, hits, output.width)) {
    hasCycle ||= line.some(({ text }) => text.endsWith(`${elsewhere} `))
    await output.lines([line])
  }
  if (hasCycle) await output.line(`${elsewhere} has its own line elsewhere in the tree`)
}
