import type { ImportProgress } from '../../src/portfolio/report.ts'
import type { CommandCall } from '../definition/command.ts'
import { describeFailure, withoutFullStop } from '../failure.ts'
import { createProgress } from '../output/progress.ts'
import { countOf } from '../output/text.ts'

/** A shorter wait for rows in doubt is not worth a line, in milliseconds. */
const shortestWait = 1000

/** Shows how far an import is, how fast, how long it will take, and what it waits for. */
export function showImport(call: Pick<CommandCall, 'output' | 'hint' | 'flags'>) {
  const progress = createProgress(call)
  const speed = createSpeed()
  let isWaiting = false
  return {
    end: progress.end,
    show(now: ImportProgress): void {
      const { nextReadIn, read } = now
      if (!isWaiting && nextReadIn !== null && nextReadIn >= shortestWait)
        call.hint(describeWait(nextReadIn, now))
      isWaiting = nextReadIn !== null
      const fraction = read === null || read.of === 0 ? null : read.bytes / read.of
      progress.show(
        fraction,
        describeProgress(now, speed(now.created - now.createdEarlier, fraction, performance.now())),
      )
    },
  }
}

/** Why nothing happens for a while. */
function describeWait(nextReadIn: number, { failure, inDoubt }: ImportProgress): string {
  const rows = countOf(inDoubt, 'row', 'rows')
  const cause =
    failure === null
      ? `An earlier run got no response for ${rows}`
      : `The service failed (${withoutFullStop(describeFailure(failure))})`
  const which = failure === null ? 'which of them' : `which of ${rows}`
  return `${cause}. Checking in ${timeOf(nextReadIn / 1000)} ${which} were created.`
}

export interface Speed {
  /** Rows that the service has settled, in a second; null as long as there are none. */
  readonly perSecond: number | null
  /** Seconds to the end; null if unknown. */
  readonly left: number | null
}

/** Of how many milliseconds a speed is the mean, and how few say nothing. */
const [span, shortest] = [30_000, 1000]

/** The speed of late: what earlier runs did, and the time before the first row was sent, do not count. */
export function createSpeed(): (sent: number, fraction: number | null, at: number) => Speed {
  let samples: { readonly sent: number; readonly fraction: number; readonly at: number }[] = []
  return (sent, fraction, at) => {
    const now = { sent, fraction: fraction ?? 0, at }
    if (sent === 0) samples = []
    const last = samples.at(-1)
    if (last === undefined || at - last.at >= shortest / 4) samples.push(now)
    while (samples[1] !== undefined && at - samples[1].at >= span) samples.shift()
    const [first = now] = samples
    const time = (at - first.at) / 1000
    if (time < shortest / 1000 || sent === first.sent) return { perSecond: null, left: null }
    const progress = now.fraction - first.fraction
    const left = fraction === null || progress <= 0 ? null : ((1 - now.fraction) / progress) * time
    return { perSecond: (sent - first.sent) / time, left }
  }
}

export function describeProgress(
  { settled, pausedFor }: Pick<ImportProgress, 'settled' | 'pausedFor'>,
  { perSecond, left }: Speed,
): string {
  return [
    `${settled.toLocaleString('en')} rows`,
    ...(perSecond === null ? [] : [`${Math.round(perSecond).toLocaleString('en')}/s`]),
    ...(left === null ? [] : [`${timeOf(left)} left`]),
    ...(pausedFor === null ? [] : [`waiting ${Math.ceil(pausedFor / 1000)} s for the service`]),
  ].join(', ')
}

/** "50 s", "12 min", "2 h 5 min". */
function timeOf(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
