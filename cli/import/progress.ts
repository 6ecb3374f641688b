import type { ImportProgress } from '../../src/portfolio/report.ts'
import type { CommandCall } from '../definition/define.ts'
import { describeFailure, withoutFullStop } from '../failure.ts'
import { countOf } from '../output/count-of.ts'
import { createProgress } from '../output/progress.ts'

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
      const { nextReadIn } = now
      if (!isWaiting && nextReadIn !== null && nextReadIn >= shortestWait)
        call.hint(describeWait(nextReadIn, now))
      isWaiting = nextReadIn !== null
      const fraction = fractionOf(now)
      progress.show(fraction, ...describeProgress(now, speed(now.sent, fraction, performance.now())))
    },
  }
}

/** Why nothing happens for a while. */
function describeWait(nextReadIn: number, { failure, inDoubt }: ImportProgress): string {
  const rows = countOf(inDoubt, 'row', 'rows')
  const cause =
    failure === null
      ? `An earlier run did not learn what became of ${rows}`
      : `The service failed (${withoutFullStop(describeFailure(failure))})`
  const which = failure === null ? 'which of them' : `which of ${rows}`
  return `${cause}. Checking in ${timeOf(nextReadIn / 1000)} ${which} were created.`
}

function fractionOf({ total, settled, read }: ImportProgress): number | null {
  if (total !== null) return total === 0 ? null : settled / total
  return read === null || read.of === 0 ? null : read.bytes / read.of
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

/** In fewer and fewer words, and with every figure. */
export function describeProgress(
  { settled, total, pausedFor }: Pick<ImportProgress, 'settled' | 'total' | 'pausedFor'>,
  { perSecond, left }: Speed,
): [string, string, string] {
  const done = settled.toLocaleString('en')
  const all = total?.toLocaleString('en')
  const rate = perSecond === null ? null : Math.round(perSecond).toLocaleString('en')
  const rest = left === null ? null : timeOf(left)
  const pause = pausedFor === null ? null : `${Math.ceil(pausedFor / 1000)} s`
  const joined = (...parts: (string | null)[]) => parts.filter(part => part !== null).join(', ')
  return [
    joined(
      all === undefined ? `${done} rows done` : `${done} of ${all} rows done`,
      rate && `${rate} sent a second`,
      rest && `${rest} left`,
      pause && `waiting ${pause} for the service`,
    ),
    joined(
      all === undefined ? `${done} rows` : `${done} of ${all} rows`,
      rate && `${rate}/s`,
      rest && `${rest} left`,
      pause && `waiting ${pause}`,
    ),
    joined(
      all === undefined ? done : `${done}/${all}`,
      rate && `${rate}/s`,
      rest && `${rest} left`,
      pause && `wait ${pause}`,
    ),
  ]
}

/** "50 s", "12 min", "2 h 5 min". */
function timeOf(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
