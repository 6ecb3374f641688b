import type { RescanReport } from '../../src/portfolio/monitoring/reports.ts'
import { rescanAll } from '../../src/portfolio/monitoring/rescan-all.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { connectClient } from '../connection/connect.ts'
import { defineCommand } from '../definition/command.ts'
import { parseDuration, parseWholeNumber } from '../definition/flags.ts'
import { exampleId, otherExampleId } from '../definition/help.ts'
import { notePending, type WaitResult, waitForResults } from '../entities/wait-for-results.ts'
import { describeError, describeFailure, type ExitStatus, exit, UsageError } from '../failure.ts'
import type { Output } from '../output/output.ts'
import { createProgress } from '../output/progress.ts'

const flags = {
  all: { description: 'rescan every entity of the team' },
  wait: {
    value: 'TIME',
    description: 'wait for new results, at most this long after the last request, such as 10m',
  },
  concurrency: { value: 'N', description: 'requests at a time, 1 to 16 (4)' },
}

export const rescanCommand = defineCommand({
  name: 'rescan',
  usage: 'ID... | --all [flags]',
  about: `Resets the case status of entities and screens them again. It ends when the service has accepted the requests, not when the screening is done. With --wait, it ends when each entity shows a new result: the service specifies no other sign of the end.`,
  flags,
  expects: null,
  exits: {
    [exit.failed]: 'failed: the service, the network or a file, or nothing was rescanned',
    [exit.inPart]: 'in part: some entities were not rescanned, or show no new result',
  },
  examples: [
    `rescan ${exampleId} ${otherExampleId}`,
    'rescan --all --concurrency 8',
    'rescan --all --wait 10m',
    'rescan --all --json > report.json',
  ],
  async run(call) {
    const { flags: commandFlags, positionals } = call
    const isAll = commandFlags.has('all')
    if (isAll === positionals.length > 0 || positionals.includes(''))
      throw new UsageError('rescan expects either IDs or --all')
    const concurrency = parseWholeNumber('--concurrency', commandFlags.text('concurrency'), 1, 16)
    const wait = parseDuration('--wait', commandFlags.text('wait'))
    const client = await connectClient(call)
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
    const results = wait === undefined ? null : await waitForResults(call, client, report.rescanned, wait)
    if (call.isJson) await call.output.json(toJsonReport(report, results))
    else await writeRescanReport(call.output, report, results)
    if (results !== null && results.error !== null) throw results.error
    const status = rescanExitStatus(report)
    return status === exit.done && results !== null && results.pending.length > 0 ? exit.inPart : status
  },
})

function toJsonReport(report: RescanReport, results: WaitResult | null): unknown {
  const { failed, stopped } = report
  return {
    ...report,
    failed: failed.map(({ id, error }) => ({ id, error: describeError(error) })),
    stopped: stopped && { ...stopped, error: describeError(stopped.error) },
    pending: results === null ? undefined : results.pending.map(({ id }) => id),
  }
}

async function writeRescanReport(
  output: Output,
  { rescanned, failed, remaining: notStarted, stopped }: RescanReport,
  results: WaitResult | null,
): Promise<void> {
  for (const { id, error } of failed) output.note(`${id}: ${describeFailure(error)}`)
  notePending(output, results?.pending ?? [], 'new result')
  const waited = results === null ? '' : `, ${results.pending.length} without a new result`
  await output.line(
    `${countOf(rescanned.length, 'entity', 'entities')} rescanned, ${failed.length} failed${waited}`,
  )
  if (stopped === null) return
  await output.line(
    stopped.cause === 'aborted' ? 'Stopped by a signal' : `Stopped: ${describeFailure(stopped.error)}`,
  )
  if (notStarted.length > 0) await output.line(`Left: ${notStarted.join(' ')}`)
}

function rescanExitStatus({ rescanned, failed, stopped }: RescanReport): ExitStatus {
  if (stopped !== null) return stopped.cause === 'aborted' ? exit.interrupted : exit.failed
  if (failed.length === 0) return exit.done
  return rescanned.length > 0 ? exit.inPart : exit.failed
}
