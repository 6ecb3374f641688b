import {
  type AssessedParty,
  assessSanctions,
  type SanctionsVerdict,
} from '../../src/network/sanctions/assess-sanctions.ts'
import { formatShare } from '../../src/network/share.ts'
import { toSentences } from '../../src/network/to-sentences.ts'
import { defineCommand } from '../definition/command.ts'
import { parseChoice } from '../definition/flags.ts'
import { exampleId } from '../definition/help.ts'
import { numberFlags } from '../entities/entity-argument.ts'
import { exit } from '../failure.ts'
import { loadNetwork } from '../network/load-network.ts'
import {
  exemptCompanyFlag,
  parseExemptCompanies,
  parseRegime,
  readingFlags,
  readReadingOptions,
  regimeFlag,
} from '../network/rules.ts'
import { writeFindings } from '../network/write-findings.ts'
import type { Style } from '../output/output.ts'
import type { TableColumn } from '../output/table.ts'

export const exposureCommand = defineCommand({
  name: 'exposure',
  usage: 'ID|NAME [flags]',
  about: `Judges whether its owners block an organization, under the rule of a regime: blocked, possibly blocked, incomplete, or nothing found. What is unknown makes it possible or incomplete, with the facts that would settle it; nothing found needs known owners for every company on the way up.
Decision support only: not legal advice, not clearance. The exit status does not depend on the result, unless --fail-on says so.`,
  flags: {
    ...numberFlags,
    ...regimeFlag,
    ...readingFlags,
    ...exemptCompanyFlag,
    'fail-on': {
      value: 'blocked|possible|incomplete',
      description:
        'exit with 5 if the result is this, or worse: blocked is worse than possible, possible is worse than incomplete',
    },
  },
  expects: null,
  exits: { [exit.found]: 'with --fail-on: the result is this, or worse' },
  examples: [
    `exposure ${exampleId}`,
    `exposure ${exampleId} --regime uk --json`,
    `exposure ${exampleId} --fail-on incomplete`,
  ],
  async run(call) {
    const regime = parseRegime(call.flags.text('regime'))
    const threshold = parseChoice('--fail-on', call.flags.text('fail-on'), failVerdicts)
    const { network, entity } = await loadNetwork(call, { needsRoot: true })
    const result = assessSanctions(network, {
      regime,
      entity,
      exemptCompanies: parseExemptCompanies(call.flags),
      ...readReadingOptions(call.flags),
    })
    const isAtThreshold = failVerdicts
      .slice(0, threshold && failVerdicts.indexOf(threshold) + 1)
      .some(verdict => verdict === result.verdict)
    const status = threshold !== undefined && isAtThreshold ? exit.found : exit.done
    const { output } = call
    const headline = [
      { text: `${result.name ?? result.id} (${regime.toUpperCase()}): ` },
      verdictTexts[result.verdict],
    ]
    const parties = [...result.blocked, ...result.possible]
    if (call.isJson) await output.json(result)
    else await writeFindings(output, headline, parties, createColumns(result.id), toSentences(result))
    return status
  },
})

/** The verdicts that `--fail-on` accepts, the worst one first. */
const failVerdicts = ['blocked', 'possible', 'incomplete'] as const

/** There is no colour for nothing_found, because this verdict does not clear the company. */
const verdictTexts: Readonly<
  Record<SanctionsVerdict, { readonly text: string; readonly style: Style | null }>
> = {
  blocked: { text: 'blocked', style: 'red' },
  possible: { text: 'possibly blocked', style: 'yellow' },
  incomplete: { text: 'incomplete', style: 'yellow' },
  nothing_found: { text: 'nothing found', style: null },
}

function createColumns(company: string): readonly TableColumn<AssessedParty>[] {
  return [
    { heading: 'NAME', cell: party => party.name, isName: true },
    {
      heading: 'STANDING',
      cell: party => (party.doubt === null ? 'blocked' : 'possible'),
      style: party => (party.doubt === null ? 'red' : 'yellow'),
    },
    { heading: 'BASIS', cell: party => party.basis },
    { heading: 'HELD', cell: party => (party.share === null ? null : formatShare(party.share)) },
    // The column is empty for the company itself: even in circular ownership, a company does not count as its own owner.
    {
      heading: 'UPSTREAM',
      cell: ({ id, isUpstream }) => (id === company ? null : isUpstream ? 'yes' : 'no'),
    },
    { heading: 'ID', cell: party => party.id, isOptional: true },
  ]
}
