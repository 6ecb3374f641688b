import type { Network } from '../../src/model/network.ts'
import type { IndexOptions } from '../../src/network/graph/reading.ts'
import { toDot, toMermaid } from '../../src/network/picture/documents.ts'
import { toSvg } from '../../src/network/picture/svg/to-svg.ts'
import { toHtml } from '../../src/network/report/evidence.ts'
import type { Regime } from '../../src/network/sanctions/regimes.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { exampleId } from '../definition/help.ts'
import { exit, UsageError } from '../failure.ts'
import { describeUnknown, hitColumns, hitsOf, nameOf } from '../network/hits.ts'
import { elsewhere, treeLines } from '../network/lines.ts'
import { type LoadedNetwork, loadNetwork } from '../network/load.ts'
import { readingFlags, readingOf, regimeFlag, regimeOf } from '../network/rules.ts'
import { withOwnersFirst } from '../network/tree.ts'
import type { Line, Output } from '../output/output.ts'
import { writeRows } from '../output/rows.ts'
import { saveFile } from '../output/save.ts'
import { packageVersion } from '../version.ts'

const flags = {
  svg: { value: 'FILE', isReplaced: true, says: 'draw the network as an SVG' },
  html: { value: 'FILE', isReplaced: true, says: 'write a page with the picture, hits and verdict' },
  mermaid: { says: 'print it as a Mermaid flowchart, for Markdown' },
  dot: { says: 'print it as a graph for Graphviz' },
  ...regimeFlag,
  ...readingFlags,
}

type NetworkCall = CommandCall<keyof typeof flags>

export const network = defineCommand({
  name: 'network',
  usage: 'ID [flags]',
  about: `Shows the organizations and persons around an entity as a tree: who owns what, who leads whom, and the hits against each: sanctions, PEP (politically exposed person) and adverse media entries. No hits is not clearance.
--svg and --html write files that only you can read, in place of the tree; --mermaid and --dot print a picture in its place. --regime chooses the rule that marks parties as blocked.`,
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
    const isDrawn = (['svg', 'html', 'mermaid', 'dot'] as const).some(flag => call.flags.has(flag))
    const unused = (['regime', 'as-of', 'same'] as const).find(flag => call.flags.has(flag))
    if (unused !== undefined && !isDrawn)
      throw new UsageError(`--${unused} needs --svg, --html, --mermaid or --dot; see also exposure`)
    if (call.isJson && call.flags.has('direction') && !isDrawn)
      throw new UsageError('--direction does not change --json, which is the network as it came')
    const reading = readingOf(call.flags)
    const printed = (['json', 'mermaid', 'dot'] as const).filter(flag => call.flags.has(flag))
    if (printed.length > 1)
      throw new UsageError(`${printed.map(flag => `--${flag}`).join(' and ')} cannot both be printed`)
    const loaded = await loadNetwork(call, { needsRoot: isDrawn })
    if (isDrawn) await draw(call, loaded, { regime, ...reading })
    if (call.isJson) await call.output.json(loaded.network)
    else if (!isDrawn)
      await writeNetwork(call.output, withOwnersFirst(loaded.network, reading.direction), call.argument)
    return exit.done
  },
})

async function draw(
  { flags: given, output, hint }: NetworkCall,
  { client, ...loaded }: LoadedNetwork,
  question: IndexOptions & { readonly regime: Regime },
): Promise<void> {
  const { network } = loaded
  const { regime, ...reading } = question
  const [svg, html] = [given.text('svg'), given.text('html')]
  const save = async (file: string, text: string) => {
    await saveFile(file, text)
    hint(`written: ${file}`)
  }
  if (svg !== undefined) await save(svg, await toSvg(network, question))
  if (html !== undefined) {
    const from = { baseUrl: client.baseUrl, version: packageVersion() }
    const made = { ...loaded, ...reading, client: from, computedAt: new Date(), regimes: [regime] }
    await save(html, await toHtml(made))
  }
  const toText = given.has('mermaid') ? toMermaid : given.has('dot') ? toDot : null
  if (toText !== null) await output.lines(toText(network, question).trimEnd().split('\n'))
}

async function writeNetwork(output: Output, network: Network, id: string): Promise<void> {
  const { nodes, relations, rootId } = network
  const root = nodes.find(node => node.id === rootId)
  const name = root === undefined ? id : nameOf(root)
  await output.line(`Network of ${name}: ${nodes.length} nodes, ${relations.length} relations`)
  if (nodes.length + relations.length > 0) await output.line('')
  await writeTree(output, network)
  await output.line('')
  const hits = nodes.flatMap(hitsOf)
  const unknown = describeUnknown(network)
  const where = unknown.length > 0 ? 'in what could be read' : 'against anyone here'
  if (hits.length > 0) await writeRows(output, hits, hitColumns)
  else if (nodes.length > 0) await output.line(`No hits ${where}. That is not clearance.`)
  else await output.line('The network is empty: nothing is known about anyone. That is not clearance.')
  await output.lines(unknown)
}

/** How many lines are written at a time. */
const chunkSize = 100

async function writeTree(output: Output, network: Network): Promise<void> {
  let lines: Line[] = []
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
