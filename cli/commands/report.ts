import { listHits } from '../../src/network/list-hits.ts'
import { toEvidence } from '../../src/network/report/evidence.ts'
import { drawPage } from '../../src/network/report/page/page.ts'
import type { EvidenceDecision } from '../../src/network/report/record.ts'
import { logFlag, withDecisions } from '../decide/journal.ts'
import { defineCommand } from '../definition/command.ts'
import type { Flags } from '../definition/flags.ts'
import { exampleId } from '../definition/help.ts'
import { numberFlags } from '../entities/entity-argument.ts'
import { exit, UsageError } from '../failure.ts'
import { loadNetwork } from '../network/load-network.ts'
import {
  exemptCompanyFlag,
  findRuleInForce,
  parseExemptCompanies,
  parseRule,
  readingFlags,
  readReadingOptions,
  ruleFlag,
} from '../network/rules.ts'
import { assertWritable, replaceFlag, writeFiles } from '../output/replace-file.ts'
import { packageVersion } from '../version.ts'

const flags = {
  ...numberFlags,
  html: {
    value: 'FILE',
    isReplaced: true,
    description: 'where to write the page (without --json: report-ID-DAY.html)',
  },
  json: {
    value: 'FILE',
    isReplaced: true,
    description:
      'where to write the record as JSON, whose SHA-256 the page shows; without --html, there is no page',
  },
  ...logFlag,
  rule: {
    ...ruleFlag.rule,
    description: `${ruleFlag.rule.description}; the one in force today`,
  },
  ...readingFlags,
  ...exemptCompanyFlag,
  note: { value: 'TEXT', description: 'what the reader should know, such as a case number' },
  conclusion: { value: 'TEXT', description: 'the decision about the entity; needs --by and --reason' },
  by: { value: 'NAME', description: 'the person who decides about the entity' },
  reason: { value: 'TEXT', description: 'the reason for the decision about the entity' },
  'approved-by': { value: 'NAME', description: 'the person who approves the decision about the entity' },
  ...replaceFlag,
}

const decisionFlags = ['conclusion', 'by', 'reason', 'approved-by'] as const

type ReportFlags = Flags<keyof typeof flags>

export const reportCommand = defineCommand({
  name: 'report',
  usage: 'ID|NAME [flags]',
  about: `Writes the evidence on an entity as one page that can be filed or printed: who, when, which service, the hits with their sources, the picture of the network, whether each regime blocks it, who owns it, sentence by sentence, and a hash that shows whether the record was changed. The page runs no script and loads nothing. Only you can read the files.
Decision support only: not legal advice, not clearance.`,
  flags,
  expects: null,
  exits: { [exit.inPart]: 'written, but the entity may not be that of --number' },
  examples: [
    `report ${exampleId}`,
    'report "Nordwind GmbH" --rule amlr --json record.json',
    'report "Nordwind GmbH" --conclusion Accepted --by ada \\\n    --reason "The hits are namesakes"',
  ],
  fields: { decision: '--conclusion, --by, --reason and --approved-by' },
  async run(call) {
    const json = call.flags.text('json')
    const replaces = call.flags.has('replace')
    for (const file of [call.flags.text('html'), json])
      if (file !== undefined) await assertWritable(file, { replaces })
    const today = new Date()
    const ownerRule = parseRule(call.flags.text('rule') ?? findRuleInForce(today))
    const reading = readReadingOptions(call.flags)
    const exemptCompanies = parseExemptCompanies(call.flags)
    const decision = readDecision(call.flags)
    const { id, client, doubts, ...networkData } = await loadNetwork(call, { needsRoot: true })
    const notes = [call.flags.text('note') ?? [], doubts.map(doubt => `Warning: ${doubt}`)].flat()
    const log = call.flags.text('log')
    const html = call.flags.text('html') ?? (json === undefined ? composeFileName(id, today) : undefined)
    const hits = listHits(networkData.network, { entity: id })
    const reviews =
      log && (await withDecisions(log, decisions => decisions.review(hits), { mustExist: true }))
    const evidence = await toEvidence({
      ...networkData,
      reviews: reviews || undefined,
      ownerRule,
      exemptCompanies,
      ...reading,
      client: { baseUrl: client.baseUrl, version: packageVersion() },
      computedAt: new Date(),
      note: notes.length === 0 ? undefined : notes.join('\n'),
      decision,
    })
    const files = [
      ...(json === undefined ? [] : [{ file: json, text: evidence.json }]),
      ...(html === undefined ? [] : [{ file: html, text: await drawPage(evidence) }]),
    ]
    await writeFiles(files, { replaces })
    for (const flag of ['html', 'json'] as const)
      if (call.flags.has(flag)) call.hint(`written: ${call.flags.text(flag)}`)
    if (html !== undefined && !call.flags.has('html')) await call.output.line(`The page: ${html}`)
    await call.output.line(`SHA-256 of the record: ${evidence.sha256}`)
    return doubts.length > 0 ? exit.inPart : exit.done
  },
})

/**
 * Reads the decision about the entity from the flags; undefined if they contain none. @throws UsageError if a part of it is
 * missing.
 */
function readDecision(commandFlags: ReportFlags): EvidenceDecision | undefined {
  const [conclusion, by, reason, approvedBy] = decisionFlags.map(name => commandFlags.text(name))
  if ((conclusion ?? by ?? reason ?? approvedBy) === undefined) return undefined
  if (conclusion === undefined || by === undefined || reason === undefined)
    throw new UsageError('a decision about the entity needs --conclusion, --by and --reason')
  return { conclusion, by, reason, approvedBy }
}

/**
 * Composes the default file name of the HTML page. Characters that are unsafe in a file name are replaced, because an ID may
 * contain any characters.
 */
function composeFileName(id: string, date: Date): string {
  return `report-${id.replace(/[^\w-]+/g, '_')}-${date.toISOString().slice(0, 10)}.html`
}
