import type { ProcessName } from './process.ts'

export type Files = typeof import('node:fs')

/** Who has a file, as its lock says. */
export interface Owner extends ProcessName {
  /** Tells this lock from all others. */
  readonly id: string
  /** Grows with each holder of one file. */
  readonly fence: number
  /** Milliseconds of silence after which the lock counts for nothing; 0 where each successor decides. */
  readonly lease: number
}

/** What a lock's owner begins it with, as long as it has it. */
export function startOf({ pid, host, space, started, id }: Owner): string {
  return [pid, host, space, started, id].join(' ')
}

/** As long as any other of the same owner, so that a sign of life needs no room on a full disk. */
export function textOf(owner: Owner, beat: number): string {
  const padded = [
    String(beat).padStart(12, '0'),
    String(owner.fence).padStart(16, '0'),
    String(owner.lease).padStart(10, '0'),
  ]
  return `${startOf(owner)} ${padded.join(' ')}\n`
}

/** Null for what is no lock. A version before this one writes neither fence nor lease. */
export function parseOwner(text: string): Owner | null {
  const [pid, host, space, started, id, beat, fence = '0', lease = '0'] = text.trimEnd().split(' ')
  if (!/^[1-9]\d*$/.test(pid ?? '') || ![beat, fence, lease].every(number => /^\d+$/.test(number ?? '')))
    return null
  if (host === undefined || space === undefined || started === undefined || id === undefined) return null
  return { pid: Number(pid), host, space, started, id, fence: Number(fence), lease: Number(lease) }
}

export interface Found {
  readonly text: string
  readonly inode: number
}

/**
 * Null where there is no lock.
 *
 * @throws Error where it is no file: a link that leads nowhere would be neither there nor free.
 */
export function readLock(fs: Files, path: string): Found | null {
  if (fs.lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${path} must be a regular file: remove it`)
  let descriptor: number
  try {
    descriptor = fs.openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  try {
    return { text: fs.readFileSync(descriptor, 'utf8'), inode: fs.fstatSync(descriptor).ino }
  } finally {
    fs.closeSync(descriptor)
  }
}

/** A lock that somebody took by mistake is put back at once. */
export function readPatiently(fs: Files, path: string): string | null {
  for (let looks = 0; looks < 10; looks += 1) {
    const found = readLock(fs, path)
    if (found !== null) return found.text
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
  }
  return null
}
