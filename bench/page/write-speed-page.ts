import { type Section, type SpeedRow, writeTable } from './section.ts'

/** Writes docs/speed.md, for users: the tasks that are fast, then those that an alternative does faster. */
export function writeSpeedPage(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ speed = [] }) => speed)
  const fast = rows.filter(isFastest)
  const slow = rows.filter(row => !isFastest(row))
  return [
    '# Speed',
    'How fast the package is, beside what you would use instead: less is better. Times are processor time. Programs that do less work, such as a client that checks nothing, are in the last column. All figures come from one run: see [Benchmarks](internals/benchmarks.md).',
    ...writeRows('Fast', fast),
    ...writeRows('Not as fast', slow),
  ]
    .join('\n\n')
    .concat('\n')
}

function isFastest({ own, alternatives }: SpeedRow): boolean {
  return Object.values(alternatives).every(alternative => own <= alternative)
}

function writeRows(heading: string, rows: readonly SpeedRow[]): string[] {
  if (rows.length === 0) return []
  const table = {
    head: ['', 'this package', 'instead', 'with less work'],
    rows: rows.map(({ task, own, alternatives, unchecked = {}, format }) => [
      task,
      format(own),
      listFigures(alternatives, format),
      listFigures(unchecked, format),
    ]),
  }
  return [`## ${heading}`, writeTable(table)]
}

/** Lists the names with their figures, the lowest first. */
function listFigures(figures: Readonly<Record<string, number>>, format: (value: number) => string): string {
  const ordered = Object.entries(figures).toSorted(([, a], [, b]) => a - b)
  return ordered.map(([name, figure]) => `${name} ${format(figure)}`).join(', ') || '–'
}
