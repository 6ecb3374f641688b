import { availableParallelism, totalmem } from 'node:os'
import type { Run } from '../measure/rounds.ts'
import { listVersions } from '../peers.ts'
import { formatSpread } from './figures.ts'
import { explainMissed } from './reasons.ts'
import { type Section, writeGoals, writeSection } from './section.ts'

/** Writes docs/internals/benchmarks.md. */
export function writeBenchmarksPage(sections: readonly Section[], run: Run): string {
  const goals = sections.flatMap(section => section.goals)
  const metCount = goals.filter(({ isMet }) => isMet).length
  return [
    '# Benchmarks',
    'The package beside its alternatives. `npm run bench:peers` measures all of them in one run, and writes this page and [Speed](../speed.md). `-- --only server` measures a part, and prints it.',
    'Times are processor time, user and system. That of a server, of an import, of a stream and of a start is the time of all threads of the process. In process it is the time of the main thread, which collects all garbage there (`--single-threaded-gc`). A ratio compares two times of the same round. Each figure is the median of the rounds, with the lowest and the highest in brackets. Before each measurement, all contenders are checked to do the same work.',
    'Other work of the machine slows its cores down by up to a quarter, for moments. So a calibration, the median of seven fixed loops of some 50 ms each, runs before and after each contender has its turn. If one differs by more than 5 % from the median of the run, the turn is repeated, at most ten times, or three times if it is long. A row with a turn that was disturbed each time did not settle, and says so.',
    '## Targets',
    `${metCount} of ${goals.length} are met.`,
    writeGoals(goals),
    ...(metCount < goals.length ? ['Missed:', explainMissed(goals)] : []),
    ...sections.map(writeSection),
    '## Machine and versions',
    `${describeMachine()} ${run.rounds} rounds. ${run.calibrations.length} calibrations took ${formatSpread(run.calibrations, time => `${time.toFixed(1)} ms`)}.`,
    `${listVersions()}\n`,
  ].join('\n\n')
}

function describeMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores, ${memory} GiB of memory, ${process.platform}, Node ${process.versions.node}.`
}
