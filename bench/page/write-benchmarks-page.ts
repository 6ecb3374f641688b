import { availableParallelism, totalmem } from 'node:os'
import type { Run } from '../measure/run.ts'
import { listVersions } from '../peers.ts'
import { formatSpread } from './figures.ts'
import { explainMissed } from './reasons.ts'
import { type Section, writeGoals, writeSection } from './section.ts'

/** Writes docs/internals/benchmarks.md. */
export function writeBenchmarksPage(sections: readonly Section[], { counts, calibrations }: Run): string {
  const goals = sections.flatMap(section => section.goals)
  const judged = goals.filter(({ verdict }) => verdict !== 'measured')
  const metCount = judged.filter(({ verdict }) => verdict === 'met').length
  return [
    '# Benchmarks',
    'The package beside its alternatives. `npm run bench:peers` measures all of them in one run, and writes this page and [Speed](../speed.md): nothing is carried over from an earlier run. It starts only on a quiet machine. `-- --compare` compares the last two runs; `-- --only server` measures a part, and prints it.',
    'Times are processor time, user and system. That of a server, of a start, of a first call and of a test file is the time of all threads of the process. In process it is the time of the main thread, which collects all garbage there (`--single-threaded-gc`).',
    `A contender is measured beside its base, in rounds of two turns: ${counts.own} rounds with ours, ${counts.peer} with each peer. In process, ours is measured in four processes, because the engine does not optimize the same code alike in all of them. Each round begins with the other turn. A ratio compares two times of the same round; each figure is the median of the rounds, with the lowest and the highest in brackets. Before that, all contenders are checked to do the same work, and are warm.`,
    'Other work of the machine slows its cores down, for moments. So a calibration, the median of seven fixed loops of some 25 ms each, runs before, between and after the turns of a round. If two of them differ by more than 3 %, the round is repeated, within the time that its section has. A row with too few rounds that settled says so, and counts as missed. Sizes and memory need no rounds. What fills a store with a million entities is measured once. What a run writes, such as installations, is in memory where the system allows it: so no disk is measured there.',
    '## Targets',
    `${metCount} of ${judged.length} are met.`,
    writeGoals(goals),
    ...(metCount < judged.length ? ['Missed:', explainMissed(goals)] : []),
    ...sections.map(writeSection),
    '## Machine and versions',
    `${describeMachine()} ${calibrations.length} calibrations took ${formatSpread(calibrations, time => `${time.toFixed(1)} ms`)}.`,
    `${listVersions()}\n`,
  ].join('\n\n')
}

function describeMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores, ${memory} GiB of memory, ${process.platform}, Node ${process.versions.node}.`
}
