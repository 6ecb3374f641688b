import { toEvidence } from '../../src/network/report/evidence.ts'
import { drawPage } from '../../src/network/report/page/page.ts'
import { exit } from '../definition/command.ts'
import { defineCommand } from '../definition/define.ts'
import { exampleId } from '../example-ids.ts'
import { findEntity, loadRootedNetwork } from '../network/load.ts'
import {
  accountedForFlag,
  accountedForOf,
  readingFlags,
  readingOf,
  ruleFlag,
  ruleOf,
} from '../network/rules.ts'
import { checkFiles, saveFile } from '../output/save.ts'
import { UsageError } from '../usage.ts'
import { readVersion } from '../version.ts'

const flags = {
  html: { value: 'FILE', says: 'where to write the page' },
  json: {
    value: 'FILE',
    says: 'where to write its record as JSON, whose SHA-256 the page shows; --html, --json or both are needed',
  },
  ...ruleFlag,
  ...readingFlags,
  ...accountedForFlag,
  note: { value: 'TEXT', says: 'what the reader should know, such as a case number' },
}

export const report = defineCommand({
  name: 'report',
  usage: 'ID (--html FILE | --json FILE) [flags]',
  about: `Writes the evidence on an entity as one page that can be filed or printed: who, when, which service, the hits with their sources, the picture of the network, whether it is blocked under each regime, and who owns it, sentence by sentence, and a hash that shows whether the record was changed. The page runs no script and loads nothing. Only you can read the files.
Decision support only: not legal advice, not clearance.`,
  flags,
  examples: [`report ${exampleId} --html report.html`, `report ${exampleId} --html a.html --note "Case 7"`],
  async run(call) {
    const [html, json] = [call.flags.text('html'), call.flags.text('json')]
    if (html === undefined && json === undefined)
      throw new UsageError('report expects --html FILE, --json FILE, or both')
    checkFiles(call.flags, 'html', 'json')
    const ownerRule = ruleOf(call.flags.text('rule'))
    const reading = readingOf(call.flags)
    const accountedFor = accountedForOf(call.flags)
    const { network, client, readAt } = await loadRootedNetwork(call, 'report')
    const entity = await findEntity(client, network.rootId, call)
    const evidence = await toEvidence({
      network,
      entity,
      screening: entity === undefined ? 'unknown' : undefined,
      ownerRule,
      accountedFor,
      ...reading,
      client: { baseUrl: client.baseUrl, version: readVersion() },
      readAt,
      computedAt: new Date(),
      note: call.flags.text('note'),
    })
    const page = html === undefined ? null : await drawPage(evidence)
    if (json !== undefined) await saveFile(json, evidence.json)
    if (html !== undefined && page !== null) await saveFile(html, page)
    for (const file of [html, json]) if (file !== undefined) call.hint(`written: ${file}`)
    await call.output.line(`SHA-256 of the record: ${evidence.sha256}`)
    return exit.done
  },
})
