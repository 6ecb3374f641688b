import type { Network } from '../../src/model/network.ts'
import { toDot, toMermaid } from '../../src/network/picture/documents.ts'
import { toSvg } from '../../src/network/picture/svg/to-svg.ts'
import { toHtml } from '../../src/network/report/to-html.ts'
import type { Regime } from '../../src/network/sanctions/regimes.ts'
import { exit } from '../definition/command.ts'
import { type CommandCall, defineCommand } from '../definition/define.ts'
import { exampleId } from '../example-ids.ts'
import { describeUnknown, hitColumns, hitsOf, nameOf } from '../network/hits.ts'
import { elsewhere, treeLines } from '../network/lines.ts'
import { findEntity, type LoadedNetwork, loadNetwork, requireRoot } from '../network/load.ts'
import { readingFlags, readingOf, regimeFlag, regimeOf } from '../network/rules.ts'
import type { Span } from '../output/colour.ts'
import type { Output } from '../output/output.ts'
import { writeRows } from '../output/rows.ts'
import { checkFiles, saveFile } from '../output/save.ts'
import { UsageError } from '../usage.ts'
import { readVersion } from '../version.ts'

const flags = {
  svg: { value: 'FILE', says: 'draw the network as an SVG' },
  html: { value: 'FILE', says: 'write it as a page with the picture, the hits and who is blocked' },
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
--svg and --html write files that only you can read, in place of the tree; --mermaid and --dot print a picture in its place. --regime says whose rule marks parties as blocked in them.`,
  flags,
  examples: [
    `network ${exampleId}`,
    `network ${exampleId} --json > network.json`,
    `network ${exampleId} --svg owners.svg`,
    `network ${exampleId} --mermaid >> case.md`,
  ],
  async run(call) {
    const regime = regimeOf(call.flags.text('regime'))
    const isDrawn = (['svg', 'html', 'mermaid', 'dot'] as const).some(flag => call.flags.has(flag))
    const unused = (['regime', 'direction', 'as-of', 'same'] as const).find(flag => call.flags.has(flag))
    if (unused !== undefined && !isDrawn)
      throw new UsageError(`--${unused} needs --svg, --html, --mermaid or --dot; see also exposure`)
    const printed = (['json', 'mermaid', 'dot'] as const).filter(flag => call.flags.has(flag))
    if (printed.length > 1)
      throw new UsageError(`${printed.map(flag => `--${flag}`).join(' and ')} cannot both be printed`)
    checkFiles(call.flags, 'svg', 'html')
    const loaded = await loadNetwork(call, 'network')
    if (isDrawn) {
      requireRoot(loaded.network, call)
      await draw(call, loaded, regime)
    }
    if (call.isJson) await call.output.json(loaded.network)
    else if (!isDrawn) await writeNetwork(call.output, loaded.network, call.positionals[0] ?? '')
    return exit.done
  },
})

async function draw(
  call: NetworkCall,
  { network, client, readAt }: LoadedNetwork,
  regime: Regime,
): Promise<void> {
  const { flags: given, output, hint } = call
  const question = { regime, ...readingOf(given) }
  const { svg, html } = { svg: given.text('svg'), html: given.text('html') }
  const save = async (file: string, text: string) => {
    await saveFile(file, text)
    hint(`written: ${file}`)
  }
  if (svg !== undefined) await save(svg, await toSvg(network, question))
  if (html !== undefined) {
    const from = { baseUrl: client.baseUrl, version: readVersion() }
    const entity = await findEntity(client, network.rootId, call)
    const screening = entity === undefined ? 'unknown' : undefined
    const times = { readAt, computedAt: new Date() }
    await save(
      html,
      await toHtml({
        network,
        entity,
        screening,
        client: from,
        ...times,
        regimes: [regime],
        ...readingOf(given),
      }),
    )
  }
  const text = given.has('mermaid')
    ? toMermaid(network, question)
    : given.has('dot')
      ? toDot(network, question)
      : ''
  if (text !== '') await output.lines(text.trimEnd().split('\n'))
}

async function writeNetwork(output: Output, network: Network, id: string): Promise<void> {
  const { nodes, relations, rootId } = network
  const root = nodes.find(node => node.id === rootId)
  const name = root === undefined ? id : nameOf(root)
  await output.line(`Network of ${name}: ${nodes.length} nodes, ${relations.length} relations`)
  if (nodes.length + relations.length > 0) await output.line('')
  await writeTree(output, network)
  const hits = nodes.flatMap(hitsOf)
  const unknown = describeUnknown(network)
  await output.line('')
  if (hits.length > 0) await writeRows(output, hits, hitColumns)
  else await output.line(noHits(nodes.length, unknown.length > 0))
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

function noHits(nodes: number, isPartial: boolean): string {
  if (nodes === 0) return 'The network is empty: nothing is known about anyone. That is no clearance.'
  const where = isPartial ? 'in what could be read' : 'against anyone here'
  return `No hits ${where}. That is not clearance.`
}
