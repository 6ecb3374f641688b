import type { describeClock } from '../../admin/clock.ts'

export type ClockState = Awaited<ReturnType<typeof describeClock>>

export type DueEvent = ClockState['due'][number]

export const dueNames: Readonly<Record<DueEvent['what'], string>> = {
  screening_begins: 'A screening begins',
  results_in: 'Results are in',
  document_analysed: 'A document is analysed',
  response: 'A delayed response is sent',
}

const modes: Readonly<Record<string, string>> = {
  manual: 'Manual: time stands still until it is advanced.',
  stepping: 'Stepping: each read of entities goes on to what is due next.',
  real: 'Real: time passes as it does outside.',
}

export function describeMode({ mode, speed }: Pick<ClockState, 'mode' | 'speed'>): string {
  return modes[mode] ?? `Accelerated: time passes ${speed} times as fast as outside.`
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
  [1, 'ms'],
] as const

/** Formats a duration in its two largest units, such as `1 min 5 s`. */
export function describeSpan(milliseconds: number): string {
  let remaining = Math.max(0, Math.round(milliseconds))
  const parts = units.flatMap(([size, unit]) => {
    const amount = Math.floor(remaining / size)
    remaining -= amount * size
    return amount > 0 ? [`${amount} ${unit}`] : []
  })
  return parts.slice(0, 2).join(' ') || '0 s'
}
