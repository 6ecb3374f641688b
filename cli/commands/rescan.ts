import type { RescanReport } from '../../src/portfolio/monitoring/reports.ts'
import { rescanAll } from '../../src/portfolio/monitoring/rescan-all.ts'
import { connectClient } from '../connection/connect.ts'
import { defineCommand } from '../definition/command.ts'
import { parseWholeNumber } from '../definition/flags.ts'
import { exampleId, otherExampleId } from '../definition/help.ts'
import { describeError, describeFailure, type ExitStatus, exit, UsageError } from '../failure.ts'
import type { Output } from '../output/output.ts'
import { createProgress } from '../output/progress.ts'
import { countOf } from '../output/text.ts'

const flags = {
  all: { description: 'rescan every entity of the team' },
  concurrency: { value: 'N', description: 'requests at a time, 1 to 16 (4)' },
}

export const rescanCommand = defineCommand({
  name: 'rescan',
  usage: 'ID... | --all [flags]',
  about: `Resets the case status of entities and screens them again. It ends when the service has accepted the requests, not when the screening is done: use watch to see the results.`,
  flags,
  expects: null,
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
    const { flags: commandFlags, positionals } = call
    const isAll = commandFlags.has('all')
    if (isAll === positionals.length > 0 || positionals.includes(''))
      throw new UsageError('rescan expects either IDs or --all')
    const concurrency = parseWholeNumber('--concurrency', commandFlags.text('concurrency'), 1, 16)
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
    if (call.isJson) await call.output.json(toJsonReport(report))
    else await writeRescanReport(call.output, report)
    return rescanExitStatus(report)
  },
})

function toJsonReport(report: RescanReport): unknown {
  const { failed, stopped } = report
  return {
    ...report,
    failed: failed.map(({ id, error }) => ({ id, error: describeError(error) })),
    stopped: stopped && { ...stopped, error: describeError(stopped.error) },
  }
}

async function writeRescanReport(
  output: Output,
  { rescanned, failed, remaining: notStarted, stopped }: RescanReport,
): Promise<void> {
  for (const { id, error } of failed) output.note(`${id}: ${describeFailure(error)}`)
  await output.line(`${countOf(rescanned.length, 'entity', 'entities')} rescanned, ${failed.length} failed`)
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
