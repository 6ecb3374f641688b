import { rescanAll } from '../../src/portfolio/monitoring/rescan-all.ts'
import type { RescanReport } from '../../src/portfolio/monitoring/rescan-report.ts'
import { connect } from '../connection/connect.ts'
import { type ExitStatus, exit } from '../definition/command.ts'
import { type CommandCall, defineCommand } from '../definition/define.ts'
import { wholeNumber } from '../definition/values.ts'
import { exampleId, otherExampleId } from '../example-ids.ts'
import { describeError, describeFailure } from '../failure.ts'
import { countOf } from '../output/count-of.ts'
import type { Output } from '../output/output.ts'
import { createProgress } from '../output/progress.ts'
import { UsageError } from '../usage.ts'

const flags = {
  all: { says: 'every entity of the team' },
  concurrency: { value: 'N', says: 'requests at a time, 1 to 16 (4)' },
}

export const rescan = defineCommand({
  name: 'rescan',
  usage: 'ID... | --all [flags]',
  about: `Resets the case status of entities and screens them again. It ends when the service has accepted the requests, not when the screening is done: use watch to see the results.`,
  flags,
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
    const references = referencesOf(call)
    const concurrency = wholeNumber('--concurrency', call.flags.text('concurrency'), 1, 16)
    const client = await connect(call)
    const progress = createProgress(call)
    const report = await rescanAll(client, references, {
      concurrency,
      signal: call.signal,
      onProgress({ rescanned, failed, total, pausedFor }) {
        const done = rescanned + failed
        const pause = pausedFor === null ? '' : `, waiting ${Math.ceil(pausedFor / 1000)} s for the service`
        progress.show(total ? done / total : null, `${rescanned} rescanned, ${failed} failed${pause}`)
      },
    })
    progress.end()
    if (call.isJson) await call.output.json(asJson(report))
    else await writeReport(call.output, report)
    return statusOf(report)
  },
})

function referencesOf({
  flags: given,
  positionals,
}: CommandCall<keyof typeof flags>): readonly string[] | 'all' {
  if (given.has('all') === positionals.length > 0 || positionals.includes(''))
    throw new UsageError('rescan expects either IDs or --all')
  return given.has('all') ? 'all' : positionals
}

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
  { rescanned, failed, left, hasUnread, stopped }: RescanReport,
): Promise<void> {
  for (const { id, error } of failed) output.note(`${id}: ${describeFailure(error)}`)
  await output.line(`${countOf(rescanned.length, 'entity', 'entities')} rescanned, ${failed.length} failed`)
  if (stopped === null) return
  await output.line(
    stopped.cause === 'aborted' ? 'Stopped by a signal' : `Stopped: ${describeFailure(stopped.error)}`,
  )
  if (left.length > 0) await output.line(`Left: ${left.join(' ')}`)
  if (hasUnread) await output.line("The team's list was not read to its end: there may be more.")
}

function statusOf({ rescanned, failed, stopped }: RescanReport): ExitStatus {
  if (stopped !== null) return stopped.cause === 'aborted' ? exit.interrupted : exit.failed
  if (failed.length === 0) return exit.done
  return rescanned.length > 0 ? exit.inPart : exit.failed
}
