/** The clock, as the control API describes it. */
export interface ClockState {
  /** ISO 8601. */
  readonly now: string
  readonly mode: 'manual' | 'stepping' | 'real' | 'accelerated'
  /** How many milliseconds of the clock pass in a real one; 0 where it stands still. */
  readonly speed: number
  readonly next: Due | null
  /** The first 20 things that are due, in order. */
  readonly due: readonly Due[]
}

/** Something that happens at a time of the clock. */
export interface Due {
  readonly at: string
  readonly what: 'screening_begins' | 'results_in' | 'document_analysed' | 'response'
  readonly entity: string | null
  readonly name: string | null
  readonly team: string | null
}

export const dueNames: Readonly<Record<Due['what'], string>> = {
  screening_begins: 'A screening begins',
  results_in: 'Results are in',
  document_analysed: 'A document is analysed',
  response: 'A delayed response is sent',
}

/** What the mode means. */
export function describeMode({ mode, speed }: ClockState): string {
  switch (mode) {
    case 'manual':
      return 'Manual: time stands still until it is advanced.'
    case 'stepping':
      return 'Stepping: each read of entities goes on to what is due next.'
    case 'real':
      return 'Real: time passes as it does outside.'
    case 'accelerated':
      return `Accelerated: time passes ${speed} times as fast as outside.`
  }
}

/** A span in its two largest units, such as `1 min 5 s`. */
export function describeSpan(milliseconds: number): string {
  const units = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
    [1, 'ms'],
  ] as const
  const parts: string[] = []
  let rest = Math.max(0, Math.round(milliseconds))
  for (const [size, unit] of units) {
    const amount = Math.floor(rest / size)
    rest -= amount * size
    if (amount > 0) parts.push(`${amount} ${unit}`)
  }
  return parts.slice(0, 2).join(' ') || '0 s'
}
