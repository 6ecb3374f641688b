import type { RescanReport } from '../../src/portfolio/monitoring/reports.ts'
import { rescanAll } from '../../src/portfolio/monitoring/rescan-all.ts'
import { connect } from '../connection/connect.ts'
import { defineCommand } from '../definition/command.ts'
import { wholeNumber } from '../definition/flags.ts'
import { exampleId, otherExampleId } from '../definition/help.ts'
import { describeError, describeFailure, type ExitStatus, exit, UsageError } from '../failure.ts'
import type { Output } from '../output/output.ts'
import { createProgress } from '../output/progress.ts'
import { countOf } from '../output/text.ts'

const flags = {
  all: { says: 'rescan every entity of the team' },
  concurrency: { value: 'N', says: 'requests at a time, 1 to 16 (4)' },
}

export const command = defineCommand({
  name: 'rescan',
  usage: 'ID... | --all [flags]',
  about: `Resets the case status of entities and screens them again. It ends when the service has accepted the requests, not when the screening is done: use watch to see the results.`,
  flags,
  takes: null,
  exits: {
    [exit.failed]: 'failed: the service, the network or a file, or nothing was rescanned',
    [exit.inPart]: 'done in part: some entities were not rescanned',
  },
  examples: [
    `rescan ${exampleId} ${otherExampleId}`,
    'rescan --all --concurrency 8',
    'rescan --all --json > report.json',
  ],
  async run(call) {
    const { flags: given, positionals } = call
    const isAll = given.has('all')
    if (isAll === positionals.length > 0 || positionals.includes(''))
      throw new UsageError('rescan expects either IDs or --all')
    const concurrency = wholeNumber('--concurrency', given.text('concurrency'), 1, 16)
    const client = await connect(call)
    const progress = createProgress(call)
    const report = await rescanAll(client, isAll ? 'all' : positionals, {
      concurrency,
      signal: call.signal,
      onProgress({ rescanned, failed, total, pausedFor }) {
        const done = rescanned + failed
        const pause = pausedFor === null ? '' : `, waiting ${Math.ceil(pausedFor / 1000)} s for the service`
        progress.show(done / total, `${rescanned} rescanned, ${failed} failed${pause}`)
      },
    })
    progress.end()
    if (call.isJson) await call.output.json(asJson(report))
    else await writeReport(call.output, report)
    return statusOf(report)
  },
})

function asJson(report: RescanReport): unknown {
  const { failed, stopped } = report
  return {
    ...report,
    failed: failed.map(({ id, error }) => ({ id, error: describeError(error) })),
    stopped: stopped && { ...stopped, error: describeError(stopped.error) },
  }
}

async function writeReport(
  output: Output,
  { rescanned, failed, left, stopped }: RescanReport,
): Promise<void> {
  for (const { id, error } of failed) output.note(`${id}: ${describeFailure(error)}`)
  await output.line(`${countOf(rescanned.length, 'entity', 'entities')} rescanned, ${failed.length} failed`)
  if (stopped === null) return
  await output.line(
    stopped.cause === 'aborted' ? 'Stopped by a signal' : `Stopped: ${describeFailure(stopped.error)}`,
  )
  if (left.length > 0) await output.line(`Left: ${left.join(' ')}`)
}

function statusOf({ rescanned, failed, stopped }: RescanReport): ExitStatus {
  if (stopped !== null) return stopped.cause === 'aborted' ? exit.interrupted : exit.failed
  if (failed.length === 0) return exit.done
  return rescanned.length > 0 ? exit.inPart : exit.failed
}
