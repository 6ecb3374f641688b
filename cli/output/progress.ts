import type { CommandCall } from '../definition/command.ts'

/** Minimum milliseconds between two updates: on a terminal, and elsewhere. */
const [terminalInterval, logInterval] = [100, 10_000]

/** Shows progress: on a terminal as a line that changes, elsewhere as a new line every 10 seconds. */
export function createProgress({ output, hint, flags }: Pick<CommandCall, 'output' | 'hint' | 'flags'>) {
  const interval = output.isTerminal ? terminalInterval : logInterval
  let lastShownAt = performance.now()
  return {
    /** @param fraction - How much of the work is done, from 0 to 1; null if unknown. */
    show(fraction: number | null, text: string): void {
      if (flags.has('quiet') || performance.now() - lastShownAt < interval) return
      lastShownAt = performance.now()
      const line = fraction === null ? text : `${Math.floor(Math.min(1, fraction) * 100)} % ${text}`
      if (output.isTerminal) output.status(dropParts(line, output.statusWidth()))
      else hint(line)
    },
    end: () => output.status(null),
  }
}

/** Shortens a line by leaving out whole parts, because a truncated number would look like a different number. */
function dropParts(line: string, columns: number): string {
  if (line.length <= columns) return line
  const end = line.lastIndexOf(line.includes(', ') ? ', ' : ' ')
  return dropParts(line.slice(0, Math.max(0, end)), columns)
}
