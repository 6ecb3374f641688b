import { explain } from '../../src/network/explain.ts'
import { percent } from '../../src/network/graph/share.ts'
import { assessSanctions, type Verdict } from '../../src/network/sanctions/assess-sanctions.ts'
import type { AssessedParty } from '../../src/network/sanctions/assessed-party.ts'
import { exit } from '../definition/command.ts'
import { defineCommand } from '../definition/define.ts'
import { exampleId } from '../example-ids.ts'
import { findEntity, loadRootedNetwork } from '../network/load.ts'
import {
  accountedForFlag,
  accountedForOf,
  readingFlags,
  readingOf,
  regimeFlag,
  regimeOf,
} from '../network/rules.ts'
import { writeSentences } from '../network/sentences.ts'
import type { Style } from '../output/colour.ts'
import type { Column } from '../output/column-widths.ts'
import { writeRows } from '../output/rows.ts'

export const exposure = defineCommand({
  name: 'exposure',
  usage: 'ID [flags]',
  about: `Says whether an organization is blocked because of its owners, under the rule of a regime: blocked, possibly blocked, incomplete, or nothing found. What is unknown makes it possible or incomplete, with the facts that would settle it; nothing found is said only where the owners of every company on the way up are accounted for.
Decision support only: not legal advice, not clearance. The exit status is 0 whatever the result is.`,
  flags: { ...regimeFlag, ...readingFlags, ...accountedForFlag },
  examples: [
    `exposure ${exampleId}`,
    `exposure ${exampleId} --regime uk --json`,
    `exposure ${exampleId} --direction source`,
  ],
  async run(call) {
    const regime = regimeOf(call.flags.text('regime'))
    const { network, client } = await loadRootedNetwork(call, 'exposure')
    const entity = await findEntity(client, network.rootId, call)
    const result = assessSanctions(network, {
      regime,
      entity,
      screening: entity === undefined ? 'unknown' : undefined,
      accountedFor: accountedForOf(call.flags),
      ...readingOf(call.flags),
    })
    const { output } = call
    if (call.isJson) {
      await output.json(result)
      return exit.done
    }
    const { text, style } = results[result.verdict]
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

/** Nothing found has no colour: it is no clearance. */
const results: Readonly<Record<Verdict, { readonly text: string; readonly style: Style | null }>> = {
  blocked: { text: 'blocked', style: 'red' },
  possible: { text: 'possibly blocked', style: 'yellow' },
  incomplete: { text: 'incomplete', style: 'yellow' },
  nothing_found: { text: 'nothing found', style: null },
}

const columns: readonly Column<AssessedParty>[] = [
  { heading: 'NAME', cell: party => party.name, isName: true },
  {
    heading: 'STANDING',
    cell: party => (party.doubt === null ? 'blocked' : 'possible'),
    style: party => (party.doubt === null ? 'red' : 'yellow'),
  },
  { heading: 'BASIS', cell: party => party.basis },
  { heading: 'HELD', cell: party => (party.share === null ? null : percent(party.share)) },
  { heading: 'UPSTREAM', cell: party => (party.isUpstream ? 'yes' : 'no') },
  { heading: 'ID', cell: party => party.id, isOptional: true },
]
