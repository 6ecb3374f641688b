import { type Section, type SpeedRow, writeTable } from './section.ts'

/** Writes docs/speed.md, for users: the tasks at which the package is best, then those at which an alternative is better. */
export function writeSpeedPage(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ speed = [] }) => speed)
  const worse = rows.filter(row => !isBest(row))
  return [
    '# Speed',
    'What the package and its alternatives cost: less is better. Times are processor times: of a server for one request over loopback, of a client for one call in process (a small call by one optimizing compiler of the engine), of a test file for the whole run. Sizes are bundles, minified and gzipped, with dependencies. The last column has programs that do less, such as a client that checks nothing, or a server written for this one task, without screening. [Benchmarks](internals/benchmarks.md) has the machine, the versions and the spread.',
    writeRows([...rows.filter(isBest), ...worse]),
    ...(worse.length > 0
      ? [`An alternative is better at: ${worse.map(({ task }) => task).join('; ')}.`]
      : []),
  ]
    .join('\n\n')
    .concat('\n')
}

function isBest({ own, alternatives }: SpeedRow): boolean {
  return Object.values(alternatives).every(alternative => own <= alternative)
}

function writeRows(rows: readonly SpeedRow[]): string {
  return writeTable({
    head: ['', 'this package', 'alternatives', 'does less'],
    rows: rows.map(({ task, own, alternatives, unchecked = {}, format }) => [
      task,
      format(own),
      listFigures(alternatives, format),
      listFigures(unchecked, format),
    ]),
  })
}

/** Lists the names with their figures, the lowest first. */
function listFigures(figures: Readonly<Record<string, number>>, format: (value: number) => string): string {
  const ordered = Object.entries(figures).toSorted(([, a], [, b]) => a - b)
  return ordered.map(([name, figure]) => `${name} ${format(figure)}`).join(', ') || '–'
}
