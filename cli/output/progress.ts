import type { CommandCall } from '../definition/command.ts'

/** How often the line changes on a terminal, and how often there is a line elsewhere; in milliseconds. */
const [everyOnTerminal, everyElsewhere] = [100, 10_000]

/** Shows how far something long is: a line that changes on a terminal, a line now and then elsewhere. */
export function createProgress({ output, hint, flags }: Pick<CommandCall, 'output' | 'hint' | 'flags'>) {
  const every = output.isTerminal ? everyOnTerminal : everyElsewhere
  let shownAt = performance.now()
  return {
    /** @param fraction between 0 and 1, or null if unknown. */
    show(fraction: number | null, text: string): void {
      if (flags.has('quiet') || performance.now() - shownAt < every) return
      shownAt = performance.now()
      const line = fraction === null ? text : `${Math.floor(Math.min(1, fraction) * 100)} % ${text}`
      if (output.isTerminal) output.status(withoutEnd(line, output.statusWidth()))
      else hint(line)
    },
    end: () => output.status(null),
  }
}

/** Parts are left out as a whole: half a figure is another figure. */
function withoutEnd(line: string, columns: number): string {
  if (line.length <= columns) return line
  const end = line.lastIndexOf(line.includes(', ') ? ', ' : ' ')
  return withoutEnd(line.slice(0, Math.max(0, end)), columns)
}
