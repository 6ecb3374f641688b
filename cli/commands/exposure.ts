import { explain } from '../../src/network/explain.ts'
import {
  type ExposedParty,
  type Exposure,
  exposure as exposureOf,
} from '../../src/network/exposure/exposure.ts'
import { percent } from '../../src/network/graph/share.ts'
import { exit } from '../definition/command.ts'
import { defineCommand } from '../definition/define.ts'
import { exampleId } from '../example-ids.ts'
import { findEntity, loadRootedNetwork } from '../network/load.ts'
import { regimeFlag, regimeOf } from '../network/rules.ts'
import { writeSentences } from '../network/sentences.ts'
import type { Style } from '../output/colour.ts'
import type { Column } from '../output/column-widths.ts'
import { writeRows } from '../output/rows.ts'

export const exposure = defineCommand({
  name: 'exposure',
  usage: 'ID [flags]',
  about: `Says whether an organization is blocked because of its owners, under the rule of a regime: blocked, possibly blocked, or not blocked by any owner in the network. A share, entry or owner that is unknown makes it possible, never clear.
It is an aid, and no legal advice. No hit is no clearance. The exit status is 0 whatever the result is.`,
  flags: regimeFlag,
  examples: [`exposure ${exampleId}`, `exposure ${exampleId} --regime uk --json`],
  async run(call) {
    const regime = regimeOf(call.flags.text('regime'))
    const { network, client } = await loadRootedNetwork(call, 'exposure')
    await findEntity(client, network.rootId, call)
    const result = exposureOf(network, { regime })
    const { output } = call
    if (call.isJson) {
      await output.json(result)
      return exit.done
    }
    const { text, style } = results[result.root]
    await output.lines([
      [
        { text: `${result.name ?? result.id} (${regime.toUpperCase()}): `, style: null },
        { text, style },
      ],
      '',
    ])
    const parties = [...result.blocked, ...result.possible]
    if (parties.length > 0) {
      await writeRows(output, parties, columns)
      await output.line('')
    }
    await writeSentences(output, explain(result))
    return exit.done
  },
})

/** What is clear has no colour: no hit is no clearance. */
const results: Readonly<Record<Exposure['root'], { readonly text: string; readonly style: Style | null }>> = {
  blocked: { text: 'blocked', style: 'red' },
  possible: { text: 'possibly blocked', style: 'yellow' },
  clear: { text: 'not blocked by any owner in the network', style: null },
}

const columns: readonly Column<ExposedParty>[] = [
  { heading: 'NAME', cell: party => party.name, isName: true },
  {
    heading: 'STANDING',
    cell: party => (party.doubt === null ? 'blocked' : 'possible'),
    style: party => (party.doubt === null ? 'red' : 'yellow'),
  },
  { heading: 'BY', cell: party => (party.by === 'name' ? 'own name' : 'its owners') },
  { heading: 'HELD', cell: party => (party.share === null ? null : percent(party.share)) },
  { heading: 'OWNER', cell: party => (party.isAbove ? 'yes' : 'no') },
  { heading: 'ID', cell: party => party.id, isOptional: true },
]
