/** A process, as a lock names it. */
export interface ProcessName {
  readonly pid: number
  readonly host: string
  /** Where its number means something: one start of one machine, and on Linux one namespace of processes. */
  readonly space: string
  /** Which process of its number it is: when it started. */
  readonly started: string
}

/** `unknown` where the process may run elsewhere: in another container, or on another machine. */
export type Verdict = 'runs' | 'ended' | 'unknown'

export async function nameOfThisProcess(): Promise<ProcessName> {
  const { hostname } = await import('node:os')
  const host = hostname().replaceAll(/\s/g, '-') || '-'
  return { pid: process.pid, host, space: await spaceOfThisProcess(), started: await startOfThisProcess() }
}

/** Whether another process still runs. Two containers may have one host name, and each a process 1. */
export async function judgeProcess(other: ProcessName, own: ProcessName): Promise<Verdict> {
  if (other.space !== own.space || other.host !== own.host) return 'unknown'
  if (!isAlive(other.pid)) return 'ended'
  if (other.pid === own.pid) return isSameStart(other, own) ? 'runs' : 'ended'
  const stat = await readStat(other.pid)
  if (stat === null) return 'unknown'
  return isDead(stat.state) || stat.started !== other.started ? 'ended' : 'runs'
}

async function spaceOfThisProcess(): Promise<string> {
  const { readFile, readlink } = await import('node:fs/promises')
  const { uptime } = await import('node:os')
  if (process.platform !== 'linux') return `${process.platform}-${minuteOfStart(uptime())}`
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()}-${await readlink('/proc/self/ns/pid')}`
  } catch {
    // What nobody else can be in.
    return crypto.randomUUID()
  }
}

/** When the machine was started. A minute more or less is another start: that only makes somebody wait. */
function minuteOfStart(seconds: number): number {
  return Math.round((Date.now() / 1000 - seconds) / 60)
}

async function startOfThisProcess(): Promise<string> {
  const stat = process.platform === 'linux' ? await readStat('self') : null
  return stat?.started ?? String(Math.round(Date.now() / 1000 - process.uptime()))
}

/** Outside of Linux a start is in seconds, and computed: two of one process may differ by one. */
function isSameStart(one: ProcessName, other: ProcessName): boolean {
  if (process.platform === 'linux') return one.started === other.started
  return Math.abs(Number(one.started) - Number(other.started)) <= 2
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user is alive, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A process that has ended keeps its number until its parent has asked how. */
function isDead(state: string): boolean {
  return state === 'Z' || state === 'X'
}

/** What Linux says of a process; null where it says nothing, or /proc shows the numbers of another namespace. */
async function readStat(pid: number | 'self'): Promise<{ state: string; started: string } | null> {
  const { readFile, readlink } = await import('node:fs/promises')
  try {
    if (pid !== 'self' && (await readlink('/proc/self')) !== String(process.pid)) return null
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // A command's name may hold anything, a parenthesis included.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // The third field of all, and the 22nd: proc_pid_stat(5).
    const started = fields[18]
    return state === undefined || started === undefined ? null : { state, started }
  } catch {
    return null
  }
}
