import type { CommandCall } from './define-command.ts'

/** Shows how far something long is: a line that changes on a terminal, a line now and then elsewhere. */
export interface Progress {
  /** Between 0 and 1, or null where nobody knows. */
  show(fraction: number | null, text: string): void
  end(): void
}

const barWidth = 24

/** How often the line changes on a terminal, and how often there is a line elsewhere; in milliseconds. */
const everyOnTerminal = 100
const everyElsewhere = 10_000

export function createProgress({
  output,
  hint,
  flags,
}: Pick<CommandCall, 'output' | 'hint' | 'flags'>): Progress {
  const isQuiet = flags.has('quiet')
  const every = output.isTerminal ? everyOnTerminal : everyElsewhere
  let shownAt = performance.now()
  return {
    show(fraction, text) {
      if (isQuiet || performance.now() - shownAt < every) return
      shownAt = performance.now()
      const portion = fraction === null ? '' : `${Math.floor(fraction * 100)} % `
      if (output.isTerminal) output.status(`${fraction === null ? '' : `${bar(fraction)} `}${portion}${text}`)
      else hint(`${portion}${text}`)
    },
    end: () => output.status(null),
  }
}

function bar(fraction: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, fraction)) * barWidth)
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`
}
