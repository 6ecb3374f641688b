import type { Network, NetworkNode } from '../../src/model/network.ts'
import { type Hit, listHits } from '../../src/network/list-hits.ts'
import type { GraphOptions } from '../../src/network/picture/graph.ts'
import { toMermaid } from '../../src/network/picture/mermaid.ts'
import { toSvg } from '../../src/network/picture/svg/to-svg.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { exampleId } from '../definition/help.ts'
import { numberFlags } from '../entities/entity-argument.ts'
import { exit, UsageError } from '../failure.ts'
import { describeUnknown, displayName, hitColumns } from '../network/hits.ts'
import { elsewhere, formatTree } from '../network/lines.ts'
import { loadNetwork } from '../network/load-network.ts'
import { parseRegime, readingFlags, readReadingOptions, regimeFlag } from '../network/rules.ts'
import { withOwnersFirst } from '../network/tree.ts'
import type { Output } from '../output/output.ts'
import { assertWritable, replaceFlag, writeFiles } from '../output/replace-file.ts'
import { writeRows } from '../output/rows.ts'

const flags = {
  ...numberFlags,
  svg: { value: 'FILE', isReplaced: true, description: 'draw the network as an SVG' },
  mermaid: { description: 'print it as a Mermaid flowchart, for Markdown' },
  ...replaceFlag,
  ...regimeFlag,
  ...readingFlags,
}

type NetworkCall = CommandCall<keyof typeof flags>

export const networkCommand = defineCommand({
  name: 'network',
  usage: 'ID|NAME [flags]',
  about: `Shows the organizations and persons around an entity as a tree: who owns what, who leads whom, and the hits against each: sanctions, PEP (politically exposed person) and adverse media entries. No hits is not clearance.
--svg and --mermaid draw a picture in place of the tree; the file of --svg is one that only you can read. --regime chooses the rule that marks parties as blocked.`,
  flags,
  expects: null,
  examples: [
    `network ${exampleId}`,
    'network "Nordwind GmbH"',
    `network ${exampleId} --json > network.json`,
    `network ${exampleId} --svg owners.svg`,
    `network ${exampleId} --mermaid >> case.md`,
  ],
  async run(call) {
    const regime = parseRegime(call.flags.text('regime'))
    const drawsPicture = (['svg', 'mermaid'] as const).some(flag => call.flags.has(flag))
    const unusedFlag = (['regime', 'as-of', 'same-parties', 'known-word', 'known-field'] as const).find(
      flag => call.flags.has(flag),
    )
    if (unusedFlag !== undefined && !drawsPicture)
      throw new UsageError(`--${unusedFlag} needs --svg or --mermaid; see also exposure`)
    if (call.isJson && call.flags.has('direction') && !drawsPicture)
      throw new UsageError('--direction does not change --json, which is the network as it came')
    const reading = readReadingOptions(call.flags)
    if (call.isJson && call.flags.has('mermaid'))
      throw new UsageError('--json and --mermaid cannot both be printed')
    const svg = call.flags.text('svg')
    const replaces = call.flags.has('replace')
    if (svg !== undefined) await assertWritable(svg, { replaces })
    const { id, network, entity } = await loadNetwork(call, { needsRoot: drawsPicture })
    if (drawsPicture) await drawPictures(call, network, { regime, entity, ...reading })
    if (call.isJson) await call.output.json(network)
    else if (!drawsPicture) await writeNetwork(call.output, withOwnersFirst(network, reading.direction), id)
    return exit.done
  },
})

async function drawPictures(
  { flags: commandFlags, output, hint }: NetworkCall,
  network: Network,
  graphOptions: GraphOptions,
): Promise<void> {
  const svg = commandFlags.text('svg')
  if (svg !== undefined) {
    const text = await toSvg(network, graphOptions)
    await writeFiles([{ file: svg, text }], { replaces: commandFlags.has('replace') })
    hint(`written: ${svg}`)
  }
  if (commandFlags.has('mermaid')) await output.lines(toMermaid(network, graphOptions).trimEnd().split('\n'))
}

async function writeNetwork(output: Output, network: Network, id: string): Promise<void> {
  const { nodes, relations, rootId } = network
  const root = nodes.find(node => node.id === rootId)
  const name = root === undefined ? id : displayName(root)
  const hits = listHits(network, { entity: id })
  await output.line(
    `Network of ${name}: ${countOf(nodes.length, 'node', 'nodes')}, ${countOf(relations.length, 'relation', 'relations')}`,
  )
  if (nodes.length + relations.length > 0) await output.line('')
  await writeTree(output, network, hits)
  await output.line('')
  const notes = [...nodes.flatMap(describeRisks), ...describeUnknown(network, hits)]
  const extent = notes.length > 0 ? 'in what could be read' : 'against anyone here'
  const rows = hits.map(hit => ({ hit }))
  if (hits.length > 0) await writeRows(output, rows, hitColumns)
  else if (nodes.length > 0) await output.line(`No hits ${extent}. That is not clearance.`)
  else await output.line('The network is empty: nothing is known about anyone. That is not clearance.')
  await output.lines(notes)
}

/**
 * Describes the risk factors of a party. Those that are not text are printed as JSON, because the specification does not
 * describe their form.
 */
function describeRisks(node: NetworkNode): string[] {
  const riskText = (risk: unknown) => (typeof risk === 'string' ? risk : JSON.stringify(risk))
  return node.risks.map(risk => `Risk factor of ${displayName(node)}: ${riskText(risk)}`)
}

async function writeTree(output: Output, network: Network, hits: readonly Hit[]): Promise<void> {
  let hasCycle = false
  for (const line of formatTree(network, hits, output.width)) {
    hasCycle ||= line.some(({ text }) => text.endsWith(`${elsewhere} `))
    await output.lines([line])
  }
  if (hasCycle) await output.line(`${elsewhere} has its own line elsewhere in the tree`)
}
