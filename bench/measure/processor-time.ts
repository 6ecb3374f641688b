import { readdirSync, readFileSync } from 'node:fs'

/** Reads the processor time of this process with all its threads, in milliseconds. */
export function readOwnTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Reads the processor time of the main thread, in milliseconds: compiling in the background does not count. */
export function readThreadTime(): number {
  // Linux brings the time of the running thread up to date only for this call: otherwise it may be 4 ms old.
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Reads the processor time of another process, in milliseconds: user and system time of its threads, to the nanosecond. NaN on a
 * system without `/proc`.
 */
export function readProcessTime(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const threads = `/proc/${pid}/task`
  return readdirSync(threads).reduce((sum, thread) => sum + readThreadOf(`${threads}/${thread}`), 0)
}

/** Reads the processor time of a thread, in milliseconds; 0 if the thread has just ended. */
function readThreadOf(folder: string): number {
  try {
    return Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return 0
    throw error
  }
}
