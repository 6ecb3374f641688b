import type { CommandCall } from '../definition/define.ts'

/** Shows how far something long is: a line that changes on a terminal, a line now and then elsewhere. */
export interface Progress {
  /**
   * @param fraction between 0 and 1, or null if unknown.
   * @param texts the same in fewer and fewer words, for terminals that are too narrow.
   */
  show(fraction: number | null, ...texts: readonly [string, ...string[]]): void
  end(): void
}

/** The bar gives way once words cannot. */
const barWidths = [24, 10, 0]

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
    show(fraction, ...texts) {
      if (isQuiet || performance.now() - shownAt < every) return
      shownAt = performance.now()
      if (output.isTerminal) output.status(fitting(fraction, texts, output.statusWidth))
      else hint(`${portionOf(fraction)}${texts[0]}`)
    },
    end: () => output.status(null),
  }
}

function portionOf(fraction: number | null): string {
  return fraction === null ? '' : `${Math.floor(Math.min(1, fraction) * 100)} % `
}

function bar(fraction: number, width: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, fraction)) * width)
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] `
}

/** The line with the most words that fits. */
function fitting(fraction: number | null, texts: readonly string[], columns: number): string {
  const bars = fraction === null ? [''] : barWidths.map(width => (width > 0 ? bar(fraction, width) : ''))
  const lines = bars.flatMap(bar => texts.map(text => `${bar}${portionOf(fraction)}${text}`))
  return lines.find(line => line.length <= columns) ?? withoutEnd(lines.at(-1) ?? '', columns)
}

/** Parts are left out as a whole: half a figure is another figure. */
function withoutEnd(line: string, columns: number): string {
  if (line.length <= columns) return line
  const end = line.lastIndexOf(line.includes(', ') ? ', ' : ' ')
  return withoutEnd(line.slice(0, Math.max(0, end)), columns)
}
