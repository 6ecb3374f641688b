import { type Section, type SpeedRow, writeTable } from './section.ts'

/** Writes docs/speed.md, for users: the tasks at which the package is best, then those at which an alternative is better. */
export function writeSpeedPage(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ speed = [] }) => speed)
  const best = rows.filter(isBest)
  const worse = rows.filter(row => !isBest(row))
  return [
    '# Speed',
    'This page compares what the package and its alternatives cost. Lower is better. Times are processor times: a server responds to one request over loopback, a client makes one call in process. Sizes are bundle sizes, minified and gzipped, with dependencies. All figures come from one run: [Benchmarks](internals/benchmarks.md) has the machine, the versions, the spread and the reasons.',
    'The last column has programs that do less, such as a client that checks nothing, or a server that is written for this one task, without screening. The mock server is faster than some of these programs because it stores the text of responses.',
    ...writeRows('Better than the alternatives', best),
    ...writeRows('Worse than an alternative', worse),
  ]
    .join('\n\n')
    .concat('\n')
}

function isBest({ own, alternatives }: SpeedRow): boolean {
  return Object.values(alternatives).every(alternative => own <= alternative)
}

function writeRows(heading: string, rows: readonly SpeedRow[]): string[] {
  if (rows.length === 0) return []
  const table = {
    head: ['', 'this package', 'alternatives', 'does less'],
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
