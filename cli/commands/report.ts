import { listHits } from '../../src/network/list-hits.ts'
import { toEvidence } from '../../src/network/report/evidence.ts'
import { drawPage } from '../../src/network/report/page/page.ts'
import { logFlag, withDecisions } from '../decide/journal.ts'
import { defineCommand } from '../definition/command.ts'
import { exampleId } from '../definition/help.ts'
import { exit, UsageError } from '../failure.ts'
import { loadNetwork } from '../network/load-network.ts'
import {
  exemptCompanyFlag,
  parseExemptCompanies,
  parseRule,
  readingFlags,
  readReadingOptions,
  ruleFlag,
} from '../network/rules.ts'
import { replaceFile } from '../output/replace-file.ts'
import { packageVersion } from '../version.ts'

const flags = {
  html: { value: 'FILE', isReplaced: true, description: 'where to write the page' },
  json: {
    value: 'FILE',
    isReplaced: true,
    description:
      'where to write the record as JSON, whose SHA-256 the page shows; give --html, --json or both',
  },
  ...logFlag,
  ...ruleFlag,
  ...readingFlags,
  ...exemptCompanyFlag,
  note: { value: 'TEXT', description: 'what the reader should know, such as a case number' },
}

export const reportCommand = defineCommand({
  name: 'report',
  usage: 'ID --rule RULE (--html FILE|--json FILE) [flags]',
  about: `Writes the evidence on an entity as one page that can be filed or printed: who, when, which service, the hits with their sources, the picture of the network, whether each regime blocks it, who owns it, sentence by sentence, and a hash that shows whether the record was changed. The page runs no script and loads nothing. Only you can read the files.
Decision support only: not legal advice, not clearance.`,
  flags,
  expects: 'one ID',
  examples: [`report ${exampleId} --rule amld --html page.html`],
  async run(call) {
    const [html, json] = [call.flags.text('html'), call.flags.text('json')]
    if (html === undefined && json === undefined)
      throw new UsageError('report expects --html FILE, --json FILE, or both')
    const ownerRule = parseRule(call.flags.text('rule'))
    const reading = readReadingOptions(call.flags)
    const exemptCompanies = parseExemptCompanies(call.flags)
    const { client, ...networkData } = await loadNetwork(call, { needsRoot: true })
    const log = call.flags.text('log')
    const hits = listHits(networkData.network, { entity: call.argument })
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
      note: call.flags.text('note'),
    })
    const page = html === undefined ? null : await drawPage(evidence)
    if (json !== undefined) await replaceFile(json, evidence.json)
    if (html !== undefined && page !== null) await replaceFile(html, page)
    for (const file of [html, json]) if (file !== undefined) call.hint(`written: ${file}`)
    await call.output.line(`SHA-256 of the record: ${evidence.sha256}`)
    return exit.done
  },
})
