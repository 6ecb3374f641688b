import { loadavg } from 'node:os'

/** The most that the machine may have had to do in the last minute. */
const maxLoad = 0.3

/** Says why the machine is too busy for a run; null if it is quiet. */
export function describeOtherWork([load = 0]: readonly number[] = loadavg()): string | null {
  if (load <= maxLoad) return null
  return `The load average of the last minute is ${load.toFixed(2)}: wait until it is ${maxLoad} at most, or measure with --force, which writes no page.`
}
