import { judgeProcess, nameOfThisProcess, type ProcessName, type Verdict } from './process.ts'
import { realFile } from './real-file.ts'

/** Keeps a file to one process. */
export interface FileLock {
  /** What is locked: the file itself, where a link to it was named. */
  readonly file: string
  /** Whether it was taken from a process that had only fallen silent: it may wake up, and write what it was about to write. */
  readonly wasSilent: boolean
  /** @throws Error where it is lost: another process has it by now, or somebody has removed it. */
  check(): void
  release(): void
}

export interface LockOptions {
  /** Milliseconds without a sign of life after which a process that may run elsewhere is taken for ended. */
  readonly staleAfter?: number
  /** Called once, where it finds out by itself that the lock is lost. */
  readonly onLost?: (error: Error) => void
}

/** Milliseconds between two signs of life. */
const beatEvery = 1000

/** Files that are locked here. Other threads of the process have a set of their own. */
const held = new Set<string>()

/**
 * Locks a file by another beside it, `<file>.lock`, across processes, containers, machines and symbolic links. The lock names its
 * holder, which gives a sign of life each second. The lock of a process that has certainly ended counts for nothing; that of one
 * that cannot be seen from here does once it has been silent for long enough.
 *
 * @throws Error where another process has it.
 */
export async function lockFile(name: string, options: LockOptions = {}): Promise<FileLock> {
  const file = await realFile(name)
  const own = await nameOfThisProcess()
  if (held.has(file)) refuse(file, own)
  held.add(file)
  try {
    return await take(file, own, options)
  } catch (error) {
    held.delete(file)
    throw error
  }
}

async function take(file: string, self: ProcessName, options: LockOptions): Promise<FileLock> {
  const fs = await import('node:fs')
  const path = `${file}.lock`
  const own = [self.pid, self.host, self.space, self.started, crypto.randomUUID()].join(' ')
  let wasSilent = false
  let descriptor = create(fs, path, own)
  while (descriptor === null) {
    if ((await removeStale(fs, file, self, options.staleAfter ?? 10_000)) === 'silent') wasSilent = true
    descriptor = create(fs, path, own)
  }
  const opened = descriptor
  await removeAsides(fs, path)
  let lost: Error | null = null
  let beat = 0

  function check(): void {
    if (lost !== null) throw lost
    const now = readPatiently(fs, path)
    if (now?.startsWith(own)) return
    const owner = now === null ? null : parseOwner(now)
    lost = new Error(
      owner === null
        ? `${path} is gone: another process may have begun with ${file}`
        : `${file} was taken over by process ${owner.pid} of ${owner.host}`,
    )
    throw lost
  }

  const timer = setInterval(() => {
    try {
      check()
      beat += 1
      fs.writeSync(opened, textOf(own, beat), 0)
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
    check,
    release() {
      if (!held.delete(file)) return
      clearInterval(timer)
      if (read(fs, path)?.text.startsWith(own)) fs.rmSync(path, { force: true })
      fs.closeSync(opened)
    },
  }
}

type Files = typeof import('node:fs')

/** As long as any other of the same owner, so that a sign of life needs no room on a full disk. */
function textOf(own: string, beat: number): string {
  return `${own} ${String(beat).padStart(12, '0')}\n`
}

/** @returns null where there is a lock already, or where somebody took this one for a stale one before it said whose it is. */
function create(fs: Files, path: string, own: string): number | null {
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
  if (read(fs, path)?.text.startsWith(own)) return descriptor
  fs.closeSync(descriptor)
  return null
}

/** @throws Error where its owner runs. */
async function removeStale(
  fs: Files,
  file: string,
  own: ProcessName,
  staleAfter: number,
): Promise<'ended' | 'silent'> {
  const path = `${file}.lock`
  const found = read(fs, path)
  if (found === null) return 'ended'
  const owner = parseOwner(found.text)
  const verdict = owner === null ? 'ended' : await judgePatiently(owner, own)
  if (owner !== null && verdict === 'runs') refuse(file, owner)
  // One that says nothing is being written, or its process was killed just then; what is no lock keeps nobody out.
  const patience = verdict === 'unknown' ? staleAfter : found.text === '' ? 500 : 0
  const now = await watch(fs, path, found.text, patience)
  if (now === found.text) takeAway(fs, path, found)
  else if (owner !== null && now !== null && parseOwner(now)?.token === owner.token) refuse(file, owner)
  return verdict === 'unknown' ? 'silent' : 'ended'
}

/** A process that was killed just now runs for a moment. */
async function judgePatiently(owner: ProcessName, own: ProcessName): Promise<Verdict> {
  for (let looks = 0; ; looks += 1) {
    const verdict = await judgeProcess(owner, own)
    if (verdict !== 'runs' || looks === 10) return verdict
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** What a lock says once it says something else, or after so many milliseconds. Nobody's clock is compared with another's. */
async function watch(fs: Files, path: string, text: string, patience: number): Promise<string | null> {
  for (const begun = performance.now(); ; ) {
    const now = read(fs, path)?.text ?? null
    if (now !== text || performance.now() - begun >= patience) return now
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Of several that find a lock stale, one takes it away; where that was a new one by then, it is put back. */
function takeAway(fs: Files, path: string, stale: Found): void {
  const aside = `${path}.${crypto.randomUUID()}`
  try {
    fs.renameSync(path, aside)
  } catch {
    // Somebody else did it. What cannot be taken away at all is found there again, and cannot be created either.
    if (read(fs, path)?.text === stale.text)
      throw new Error(`${path} is stale and cannot be removed: remove it`)
    return
  }
  const taken = read(fs, aside)
  if (taken?.text !== stale.text || taken.inode !== stale.inode) {
    try {
      fs.linkSync(aside, path)
    } catch {
      // There is another by now: whose this one was finds out before it writes.
    }
  }
  fs.rmSync(aside, { force: true })
}

/** A process that was killed just then leaves what it took away. */
async function removeAsides(fs: Files, path: string): Promise<void> {
  const { basename, dirname, join } = await import('node:path')
  const folder = dirname(path)
  const asides = fs.readdirSync(folder).filter(name => name.startsWith(`${basename(path)}.`))
  for (const name of asides) fs.rmSync(join(folder, name), { force: true })
}

interface Found {
  readonly text: string
  readonly inode: number
}

/** Null where there is no lock. */
function read(fs: Files, path: string): Found | null {
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
function readPatiently(fs: Files, path: string): string | null {
  for (let looks = 0; looks < 10; looks += 1) {
    const found = read(fs, path)
    if (found !== null) return found.text
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
  }
  return null
}

interface Owner extends ProcessName {
  readonly token: string
}

/** Null for what is no lock. */
function parseOwner(text: string): Owner | null {
  const [pid, host, space, started, token, beat] = text.trimEnd().split(' ')
  if (!/^[1-9]\d*$/.test(pid ?? '') || !/^\d+$/.test(beat ?? '')) return null
  if (host === undefined || space === undefined || started === undefined || token === undefined) return null
  return { pid: Number(pid), host, space, started, token }
}

function refuse(file: string, { pid, host }: ProcessName): never {
  throw new Error(
    `${file} is in use by process ${pid} of ${host}; if that process is something else by now, remove ${file}.lock`,
  )
}
