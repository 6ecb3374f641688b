import type { ImportProgress } from '../../src/portfolio/import-report.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import type { CommandCall } from '../definition/command.ts'
import { describeFailure, withoutFullStop } from '../failure.ts'
import { createProgress } from '../output/progress.ts'

/** The minimum wait to report, in milliseconds. A shorter wait before a check of rows with an unknown outcome is not shown. */
const minShownWait = 1000

/** Shows the progress of an import, its speed, the remaining time, and its pauses. */
export function createImportProgress(call: Pick<CommandCall, 'output' | 'hint' | 'flags'>) {
  const progress = createProgress(call)
  const speed = createSpeedometer()
  let isWaiting = false
  return {
    end: progress.end,
    show(now: ImportProgress): void {
      const { nextReadIn, read } = now
      if (!isWaiting && nextReadIn !== null && nextReadIn >= minShownWait)
        call.hint(describeWait(nextReadIn, now))
      isWaiting = nextReadIn !== null
      // The reader is ahead of the rows, so a short file is read to its end before the first row counts.
      const fraction = read === null || read.of === 0 || now.rows === 0 ? null : read.bytes / read.of
      progress.show(
        fraction,
        describeProgress(now, speed(now.created - now.createdEarlier, fraction, performance.now())),
      )
    },
  }
}

/** Explains a pause: its reason, and how long it takes. */
function describeWait(nextReadIn: number, { failure, inDoubt }: ImportProgress): string {
  const rows = countOf(inDoubt, 'row', 'rows')
  const cause =
    failure === null
      ? `An earlier run got no response for ${rows}`
      : `The service failed (${withoutFullStop(describeFailure(failure))})`
  const whichRows = failure === null ? 'which of them' : `which of ${rows}`
  return `${cause}. Checking in ${formatDuration(nextReadIn / 1000)} ${whichRows} were created.`
}

export interface ImportSpeed {
  /** Rows created per second; null if there are none yet. */
  readonly perSecond: number | null
  /** Estimated seconds until the import ends; null if unknown. */
  readonly secondsLeft: number | null
}

/** The period over which the speed is averaged, and the minimum period for a meaningful average, in milliseconds. */
const [speedWindow, minWindow] = [30_000, 1000]

/** Measures the recent speed. Ignores the rows of earlier runs, and the time before the first row was created. */
export function createSpeedometer(): (
  sentRows: number,
  fraction: number | null,
  timestamp: number,
) => ImportSpeed {
  let samples: { readonly sent: number; readonly fraction: number; readonly at: number }[] = []
  return (sentRows, fraction, timestamp) => {
    const progressNow = { sent: sentRows, fraction: fraction ?? 0, at: timestamp }
    if (sentRows === 0) samples = []
    const latest = samples.at(-1)
    if (latest === undefined || timestamp - latest.at >= minWindow / 4) samples.push(progressNow)
    while (samples[1] !== undefined && timestamp - samples[1].at >= speedWindow) samples.shift()
    const [oldest = progressNow] = samples
    const time = (timestamp - oldest.at) / 1000
    if (time < minWindow / 1000 || sentRows === oldest.sent) return { perSecond: null, secondsLeft: null }
    const progress = progressNow.fraction - oldest.fraction
    const secondsLeft =
      fraction === null || progress <= 0 ? null : ((1 - progressNow.fraction) / progress) * time
    return { perSecond: (sentRows - oldest.sent) / time, secondsLeft }
  }
}

export function describeProgress(
  { settled, pausedFor, failure }: Pick<ImportProgress, 'settled' | 'pausedFor' | 'failure'>,
  { perSecond, secondsLeft }: ImportSpeed,
): string {
  return [
    `${settled.toLocaleString('en')} rows`,
    ...(perSecond === null ? [] : [`${Math.round(perSecond).toLocaleString('en')}/s`]),
    ...(secondsLeft === null ? [] : [`${formatDuration(secondsLeft)} left`]),
    ...(pausedFor === null ? [] : [`waiting ${Math.ceil(pausedFor / 1000)} s for the service`]),
    ...(pausedFor === null || failure === null
      ? []
      : [`which failed: ${withoutFullStop(describeFailure(failure))}`]),
  ].join(', ')
}

/** Formats a duration: "50 s", "12 min", "2 h 5 min". */
function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
