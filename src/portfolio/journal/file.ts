import type { FileHandle } from 'node:fs/promises'
import { type FileLock, findHolder, lockFile } from '../../files/lock.ts'
import type { Files } from '../../files/lock-text.ts'
import { FileInUseError } from '../../files/stale-lock.ts'
import { JournalInUseError } from './in-use-error.ts'
import type { JournalGlance, LeasedJournal, OpenJournalOptions } from './journal.ts'
import { checkTimes, type Lease, takeLease } from './lease.ts'
import { createQueue, leasedJournal } from './queue.ts'
import { cutTornLine, linesOfFile, writeLines } from './whole-lines.ts'

/** As long as any other lock of a file is kept. */
const defaultTtl = 10_000

/** @throws JournalInUseError where another process has it open, Error where it has a second name, by which another process may. */
export async function openJournalFile(
  file: string,
  { ttl = defaultTtl, wait = 0 }: OpenJournalOptions = {},
): Promise<LeasedJournal> {
  checkTimes(ttl, wait)
  let lease: Lease | undefined
  const onLost = (error: Error) => void lease?.lose(error)
  const lock = await lockPatiently(wait, () => lockFile(file, { staleAfter: ttl, lease: ttl, onLost }))
  try {
    const { taken: handle, begin } = await takeLease(() => openAlone(lock))
    lease = begin({ title: lock.file, ttl, renew: async () => lock.renew(), renewNow: lock.renew })
    return createJournal(await import('node:fs'), lock, lease, handle)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The lines of a journal in a file, held or not. Null where there is none. */
export async function inspectJournalFile(file: string): Promise<JournalGlance | null> {
  const { open } = await import('node:fs/promises')
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (handle === null) return null
  try {
    const lines: string[] = []
    for await (const line of linesOfFile(handle)) lines.push(line)
    const holder = await findHolder(file)
    const isHeld = holder !== null && !holder.hasEnded
    const until = Date.now() + (holder?.owner.lease || defaultTtl)
    return {
      lines,
      heldUntil: isHeld ? new Date(until).toISOString() : null,
      token: holder?.owner.fence ?? 0,
    }
  } finally {
    await handle.close()
  }
}

async function lockPatiently(wait: number, take: () => Promise<FileLock>): Promise<FileLock> {
  for (const begun = performance.now(); ; ) {
    try {
      return await take()
    } catch (error) {
      if (!(error instanceof FileInUseError)) throw error
      const left = wait - (performance.now() - begun)
      if (left <= 0) throw new JournalInUseError(error.message, { cause: error })
      await new Promise(resolve => setTimeout(resolve, Math.min(left, 200)))
    }
  }
}

function createJournal(fs: Files, lock: FileLock, lease: Lease, opened: FileHandle): LeasedJournal {
  let handle = opened
  /** The bytes that were left in it. */
  let { size } = fs.fstatSync(handle.fd)
  let isWriting = false

  function check(): void {
    lease.check()
    try {
      lock.check()
      requireSame()
    } catch (error) {
      throw lease.lose(error)
    }
  }

  /** The lock is that of a name: another process may have begun with the file under another one, or with another file. */
  function requireSame(): void {
    const named = fs.statSync(lock.file, { throwIfNoEntry: false })
    const ours = fs.fstatSync(handle.fd)
    // Windows numbers the device of a name and that of an open file in two ways.
    const isSame = named?.ino === ours.ino && (named.dev === ours.dev || process.platform === 'win32')
    if (!isSame) throw new Error(`${lock.file} was moved, removed or replaced: another process may have it`)
    if (!isWriting && ours.size !== size) throw new Error(`${lock.file} was written to by another process`)
  }

  const queue = createQueue(async lines => {
    check()
    const text = Buffer.from(lines.map(line => `${line}\n`).join(''))
    isWriting = true
    try {
      await handle.appendFile(text)
      await handle.datasync()
      size += text.length
      isWriting = false
    } catch (error) {
      // Half a line may stand at the end: what comes after it would make the whole unreadable.
      throw lease.lose(error)
    }
    // A process that has taken it over in the meantime may not have read this.
    check()
  })

  return leasedJournal(lock.file, lease, queue, {
    token: lock.fence,
    isTakenOver: lock.isTakenOver,
    check,
    read: () => linesOfFile(handle),
    async replace(lines) {
      check()
      const before = handle
      await copyOf(lock, lines, copy => {
        handle = copy
        size = fs.fstatSync(copy.fd).size
      })
      await before.close()
      check()
    },
    async close() {
      await queue
        .run(() => handle.close())
        .finally(() => {
          lease.end()
          lock.release(lease.lost.aborted ? 'abandoned' : undefined)
        })
    },
  })
}

async function openAlone(lock: FileLock): Promise<FileHandle> {
  const { open } = await import('node:fs/promises')
  const handle = await open(lock.file, 'a+', 0o600)
  try {
    if ((await handle.stat()).nlink > 1)
      throw new Error(
        `${lock.file} has a second name (a hard link), by which another import may use it: copy it instead`,
      )
    await cutTornLine(handle)
    lock.check()
    // Windows gives an open file's name to no other: there the checks around each line must do.
    if (!lock.isTakenOver || process.platform === 'win32') return handle
  } catch (error) {
    await handle.close()
    throw error
  }
  // A holder that was only suspended goes on with the file that it has open: which is no longer read.
  await removeCopies(lock.file)
  const copy = await copyOf(lock, linesOfFile(handle))
  await handle.close()
  return copy
}

/** Another file takes the name of the journal once it is written, and not at all where the lock is lost by then. */
async function copyOf(
  lock: FileLock,
  lines: Iterable<string> | AsyncIterable<string>,
  onNamed?: (copy: FileHandle) => void,
): Promise<FileHandle> {
  const { renameSync } = await import('node:fs')
  const { open, rm, stat } = await import('node:fs/promises')
  const path = `${lock.file}.${lock.fence}.new`
  const { mode, uid, gid } = await stat(lock.file)
  const copy = await open(path, 'ax+', mode)
  try {
    await writeLines(copy, lines)
    // Another user's file stays that user's, as far as this one may say so.
    await copy.chown(uid, gid).catch(() => {})
    await copy.sync()
    lock.check()
    renameSync(path, lock.file)
    onNamed?.(copy)
    await syncFolder(lock.file)
    return copy
  } catch (error) {
    await copy.close()
    await rm(path, { force: true })
    throw error
  }
}

/** What a process left behind that was killed while it wrote it, or was suspended: that fails to give it the name. */
async function removeCopies(file: string): Promise<void> {
  const { readdir, rm } = await import('node:fs/promises')
  const { basename, dirname, join } = await import('node:path')
  const isCopy = (name: string) =>
    name.startsWith(basename(file)) && /^\.\d+\.new$/.test(name.slice(basename(file).length))
  for (const name of (await readdir(dirname(file))).filter(isCopy))
    await rm(join(dirname(file), name), { force: true })
}

/** A name is kept over a crash of the machine once its folder is. Windows opens no folders. */
async function syncFolder(file: string): Promise<void> {
  const { open } = await import('node:fs/promises')
  const { dirname } = await import('node:path')
  const folder = await open(dirname(file)).catch(() => null)
  await folder?.sync().catch(() => {})
  await folder?.close()
}
