import type { WatchCheck, WatchReport } from '../../src/portfolio/monitoring/reports.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import type { CommandCall } from '../definition/command.ts'
import { describeFailure } from '../failure.ts'

type CheckCall = CommandCall<'once'>

export function reportCheck(call: CheckCall, { checks, entities, missing, failure }: WatchCheck): void {
  if (failure !== null)
    call.output.note(`${new Date().toISOString()} this check failed: ${describeFailure(failure)}`)
  if (checks > 1) return
  if (!call.flags.has('once')) call.hint(`watching ${countOf(entities, 'entity', 'entities')}`)
  for (const id of missing) call.output.note(`${id} is not in the list yet`)
  if (entities === 0 && missing.length > 0)
    call.output.note(
      "warning: the team's list shows none of the entities to watch, so nothing is known about them. Check the key and the IDs",
    )
}

/** Names the entities that are still missing at the end, unless the first check was the last one and has named them. */
export function noteStillMissing({ output }: CheckCall, check: WatchCheck | undefined): void {
  if (check === undefined || check.checks === 1) return
  for (const id of check.missing) output.note(`${id} is not in the list at the end`)
}

/** If entities have no results yet, prints that their hits were not compared. Returns whether there are any. */
export function noteUnscreened(
  { output }: CheckCall,
  check: WatchCheck | undefined,
  { unreadNetworks }: WatchReport,
): boolean {
  const count = unreadNetworks.length - (check?.networks.remaining ?? 0)
  if (count > 0)
    output.note(
      `the hits of ${countOf(count, 'entity', 'entities')} were not compared: the screening has not ended`,
    )
  return count > 0
}

/** If no check of the watch was complete, prints what was not compared. */
export function noteIncompleteWatch({ output }: CheckCall, check: WatchCheck | undefined): void {
  const { remaining, failure } = check?.networks ?? { remaining: 0, failure: null }
  const reason = failure === null ? 'incomplete' : describeFailure(failure)
  if (check === undefined) output.note('no check ended before the time was over')
  else if (remaining > 0)
    output.note(`${countOf(remaining, 'network was', 'networks were')} not compared: ${reason}`)
}

/** Prints what one check has compared. */
export async function printSummary(
  { output, isJson }: CheckCall,
  { entities, uncompared, networks, missing }: WatchCheck,
  { changes, undelivered, isNewState }: WatchReport & { readonly isNewState: boolean },
): Promise<void> {
  const { read, remaining } = networks
  const timestamp = new Date().toISOString()
  const compared = entities - uncompared
  if (isJson) {
    const summary = { kind: 'summary', at: timestamp, entities, compared, networks: { read, remaining } }
    return output.json({ ...summary, missing, changes, undelivered, isNewState })
  }
  const networkCount = countOf(read, 'network', 'networks')
  const isFirst = uncompared > 0 && compared === 0
  const text = isFirst
    ? `recorded ${countOf(entities, 'entity', 'entities')}, ${networkCount}; the next run compares with them`
    : `compared ${countOf(compared, 'entity', 'entities')}, ${networkCount}: ${countOf(changes, 'change', 'changes')}`
  await output.line(`${timestamp}  ${text}`)
}
