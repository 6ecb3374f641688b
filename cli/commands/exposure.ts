import { explain } from '../../src/network/explain.ts'
import { formatShare } from '../../src/network/graph/share.ts'
import {
  type AssessedParty,
  assessSanctions,
  type SanctionsVerdict,
} from '../../src/network/sanctions/assess-sanctions.ts'
import { defineCommand } from '../definition/command.ts'
import { oneOf } from '../definition/flags.ts'
import { exampleId } from '../definition/help.ts'
import { exit } from '../failure.ts'
import { loadNetwork } from '../network/load.ts'
import {
  accountedForFlag,
  accountedForOf,
  readingFlags,
  readingOf,
  regimeFlag,
  regimeOf,
} from '../network/rules.ts'
import { writeFindings } from '../network/sentences.ts'
import type { Style } from '../output/output.ts'
import type { Column } from '../output/table.ts'

export const command = defineCommand({
  name: 'exposure',
  usage: 'ID [flags]',
  about: `Judges whether its owners block an organization, under the rule of a regime: blocked, possibly blocked, incomplete, or nothing found. What is unknown makes it possible or incomplete, with the facts that would settle it; nothing found needs known owners for every company on the way up.
Decision support only: not legal advice, not clearance. The exit status does not depend on the result, unless --fail-on says so.`,
  flags: {
    ...regimeFlag,
    ...readingFlags,
    ...accountedForFlag,
    'fail-on': {
      value: 'blocked|possible|incomplete',
      says: 'exit with 5 if the result is this, or worse: blocked is worse than possible, possible is worse than incomplete',
    },
  },
  takes: 'one ID',
  exits: { [exit.found]: 'with --fail-on: the result is this, or worse' },
  examples: [
    `exposure ${exampleId}`,
    `exposure ${exampleId} --regime uk --json`,
    `exposure ${exampleId} --fail-on incomplete`,
  ],
  async run(call) {
    const regime = regimeOf(call.flags.text('regime'))
    const failing = oneOf('--fail-on', call.flags.text('fail-on'), failable)
    const { network, entity, screening } = await loadNetwork(call, { needsRoot: true })
    const result = assessSanctions(network, {
      regime,
      entity,
      screening,
      accountedFor: accountedForOf(call.flags),
      ...readingOf(call.flags),
    })
    const isFound = failable
      .slice(0, failing && failable.indexOf(failing) + 1)
      .some(one => one === result.verdict)
    const status = failing !== undefined && isFound ? exit.found : exit.done
    const { output } = call
    const headline = [
      { text: `${result.name ?? result.id} (${regime.toUpperCase()}): ` },
      results[result.verdict],
    ]
    const parties = [...result.blocked, ...result.possible]
    if (call.isJson) await output.json(result)
    else await writeFindings(output, headline, parties, columnsFor(result.id), explain(result))
    return status
  },
})

/** The worst first. */
const failable = ['blocked', 'possible', 'incomplete'] as const

/** Nothing found has no colour: it is no clearance. */
const results: Readonly<Record<SanctionsVerdict, { readonly text: string; readonly style: Style | null }>> = {
  blocked: { text: 'blocked', style: 'red' },
  possible: { text: 'possibly blocked', style: 'yellow' },
  incomplete: { text: 'incomplete', style: 'yellow' },
  nothing_found: { text: 'nothing found', style: null },
}

function columnsFor(company: string): readonly Column<AssessedParty>[] {
  return [
    { heading: 'NAME', cell: party => party.name, isName: true },
    {
      heading: 'STANDING',
      cell: party => (party.doubt === null ? 'blocked' : 'possible'),
      style: party => (party.doubt === null ? 'red' : 'yellow'),
    },
    { heading: 'BASIS', cell: party => party.basis },
    { heading: 'HELD', cell: party => (party.share === null ? null : formatShare(party.share)) },
    // A company is not its own owner, even in a circle.
    {
      heading: 'UPSTREAM',
      cell: ({ id, isUpstream }) => (id === company ? null : isUpstream ? 'yes' : 'no'),
    },
    { heading: 'ID', cell: party => party.id, isOptional: true },
  ]
}
