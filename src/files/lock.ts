import { type Files, type Owner, parseOwner, readLock, readPatiently, startOf, textOf } from './lock-text.ts'
import { requireNoMountPoint } from './mount-point.ts'
import { judgeProcess, nameOfThisProcess, type ProcessName } from './process.ts'
import { realFile } from './real-file.ts'
import { FileInUseError, findAsides, putStaleAside } from './stale-lock.ts'

/** Keeps a file to one process. */
export interface FileLock {
  /** What is locked: the file itself, where a link to it was named. */
  readonly file: string
  /** Whether it was taken from a process that had only fallen silent: it may wake up, and write what it was about to write. */
  readonly wasSilent: boolean
  /** Whether a holder before never released it: it was killed, or had fallen silent. */
  readonly isTakenOver: boolean
  /** Higher than that of any holder before that did not release it. */
  readonly fence: number
  /** @throws Error where it is lost: another process has it by now, or somebody has removed it. */
  check(): void
  /** Gives a sign of life now. @throws Error where that cannot be written, or the lock is lost. */
  renew(): void
  /** With `abandoned`, the next holder finds it as that of a process that has ended. */
  release(how?: 'abandoned'): void
}

export interface LockOptions {
  /** Milliseconds without a sign of life after which a process that may run elsewhere is taken for ended. */
  readonly staleAfter?: number
  /** The same for this lock: others go by it instead of their own `staleAfter`. */
  readonly lease?: number
  /** Called once, where it finds out by itself that the lock is lost. */
  readonly onLost?: (error: Error) => void
}

/** Milliseconds between two signs of life. */
const beatEvery = 1000

/** Files that are locked here. Other threads of the process have a set of their own. */
const held = new Set<string>()

/** Two locks of one millisecond differ, and a clock that was set back counts for nothing. */
let lastFence = 0

/**
 * Locks a file by another beside it, `<file>.lock`, across processes, containers, machines and symbolic links. The lock names its
 * holder, which gives a sign of life each second. The lock of a process that has certainly ended counts for nothing; that of one
 * that cannot be seen from here does once it has been silent for long enough.
 *
 * @throws FileInUseError where another process has it, Error where the lock would keep nobody out.
 */
export async function lockFile(name: string, options: LockOptions = {}): Promise<FileLock> {
  const file = await realFile(name)
  await requireNoMountPoint(file)
  const own = await nameOfThisProcess()
  if (held.has(file)) throw new FileInUseError(file, own)
  held.add(file)
  try {
    return await take(file, own, options)
  } catch (error) {
    held.delete(file)
    throw error
  }
}

/** Whom the lock of a file names, and whether that has ended, as far as can be seen from here; null where there is no lock. */
export async function findHolder(name: string): Promise<{ owner: Owner; hasEnded: boolean } | null> {
  const found = readLock(await import('node:fs'), `${await realFile(name)}.lock`)
  const owner = found === null ? null : parseOwner(found.text)
  if (owner === null) return null
  return { owner, hasEnded: (await judgeProcess(owner, await nameOfThisProcess())) === 'ended' }
}

async function take(file: string, self: ProcessName, options: LockOptions): Promise<FileLock> {
  const fs = await import('node:fs')
  const path = `${file}.lock`
  const nameless = { ...self, id: crypto.randomUUID(), fence: 0, lease: options.lease ?? 0 }
  let wasSilent = false
  let descriptor = create(fs, path, nameless)
  while (descriptor === null) {
    if ((await putStaleAside(fs, file, self, options.staleAfter ?? 10_000)) === 'silent') wasSilent = true
    descriptor = create(fs, path, nameless)
  }
  const opened = descriptor
  const before = await findAsides(fs, path, nameless)
  lastFence = Math.max(Date.now(), lastFence + 1, ...before.owners.map(({ fence }) => fence + 1))
  const own: Owner = { ...nameless, fence: lastFence }
  fs.writeSync(opened, textOf(own, 0), 0)
  before.remove()
  let lost: Error | null = null
  let beat = 0

  function check(): void {
    if (lost !== null) throw lost
    const now = readPatiently(fs, path)
    if (now?.startsWith(startOf(own))) return
    const owner = now === null ? null : parseOwner(now)
    lost = new Error(
      owner === null
        ? `${path} is gone: another process may have begun with ${file}`
        : `${file} was taken over by process ${owner.pid} of ${owner.host}`,
    )
    throw lost
  }

  /** A process about to take it over finds a new sign of life and stops; one that has taken it over is noticed here. */
  function renew(): void {
    check()
    beat += 1
    fs.writeSync(opened, textOf(own, beat), 0)
    check()
  }

  const timer = setInterval(() => {
    try {
      renew()
    } catch {
      // A sign of life that cannot be written may come through the next time.
      if (lost === null) return
      clearInterval(timer)
      options.onLost?.(lost)
    }
  }, beatEvery)
  // Holding a lock keeps no process running.
  timer.unref()

  return {
    file,
    wasSilent,
    isTakenOver: before.owners.length > 0,
    fence: own.fence,
    check,
    renew,
    release(how) {
      if (!held.delete(file)) return
      clearInterval(timer)
      const isOwn = readLock(fs, path)?.text.startsWith(startOf(own))
      if (isOwn && !(how === 'abandoned' && abandon(fs, opened, own))) fs.rmSync(path, { force: true })
      fs.closeSync(opened)
    },
  }
}

/** Says that this process has ended, as far as the file goes. */
function abandon(fs: Files, descriptor: number, own: Owner): boolean {
  const text = textOf({ ...own, started: '0' }, 0)
  try {
    fs.writeSync(descriptor, text, 0)
    fs.ftruncateSync(descriptor, Buffer.byteLength(text))
    return true
  } catch {
    return false
  }
}

/** @returns null where there is a lock already, or where somebody took this one for a stale one before it said whose it is. */
function create(fs: Files, path: string, own: Owner): number | null {
  let descriptor: number
  try {
    descriptor = fs.openSync(path, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null
    throw error
  }
  try {
    fs.writeSync(descriptor, textOf(own, 0), 0)
  } catch (error) {
    fs.closeSync(descriptor)
    fs.rmSync(path, { force: true })
    throw error
  }
  if (readLock(fs, path)?.text.startsWith(startOf(own))) return descriptor
  fs.closeSync(descriptor)
  return null
}
