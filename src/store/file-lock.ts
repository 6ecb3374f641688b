import { createFile, watchFiles } from './locate-file.ts'
import {
  type FileKind,
  isBusy,
  loadSqlite,
  openSqlite,
  SqliteError,
  type SqliteFile,
  succeeds,
} from './sqlite.ts'

/** A lock on a file. No other process can take it until it is released or this process ends. */
export interface FileLock {
  /** @throws Error if the lock file was removed or replaced: another process may hold the lock. */
  check(): void
  release(): void
}

/**
 * Locks a separate file by an exclusive SQLite transaction. The operating system keeps the lock until the process ends, even if
 * the process is killed. A suspended process keeps its lock. Do not open the lock file in any other way, because closing it in
 * the same process would release the lock.
 *
 * @returns null if another process holds the lock.
 */
export async function lockFile(path: string): Promise<FileLock | null> {
  const { DatabaseSync } = loadSqlite()
  const { rmSync } = await import('node:fs')
  for (;;) {
    await createFile(path)
    const check = await watchFiles([path])
    const database = new DatabaseSync(path)
    try {
      database.exec('pragma journal_mode = memory; begin exclusive')
    } catch (error) {
      database.close()
      if (isBusy(error)) return null
      throw new SqliteError(`${path} is not a lock: remove it`, { cause: error })
    }
    // The previous holder may have removed the lock file, so the path may now lead to a new file.
    if (!succeeds(check)) {
      database.close()
      continue
    }
    let isHeld = true
    return {
      check,
      release() {
        if (!isHeld) return
        isHeld = false
        // Windows cannot remove an open file. There, the file stays, but it is unlocked.
        succeeds(() => {
          check()
          rmSync(path)
        })
        database.close()
      },
    }
  }
}

/**
 * A SQLite file with a lock. `check` also throws if the SQLite file itself was replaced; `close` releases the
 * lock.
 */
export type LockedFile = SqliteFile & Pick<FileLock, 'check'>

/** Opens a SQLite file for one process at a time. Returns null if another process holds the lock. */
export async function openLocked(
  file: string,
  lockPath: string,
  ...options: [kind: FileKind, synchronous: 'full' | 'normal']
): Promise<LockedFile | null> {
  const lock = await lockFile(lockPath)
  if (lock === null) return null
  try {
    const database = await openSqlite(file, ...options)
    const checkFiles = await watchFiles([file, `${file}-wal`])
    return {
      ...database,
      check() {
        lock.check()
        checkFiles()
      },
      close() {
        database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Whether a process holds the lock. Does not create the lock file. */
export async function isLocked(path: string): Promise<boolean> {
  const { DatabaseSync } = loadSqlite()
  const { existsSync } = await import('node:fs')
  if (!existsSync(path)) return false
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      database.prepare('select count(*) from sqlite_master').get()
      return false
    } finally {
      database.close()
    }
  } catch (error) {
    return isBusy(error)
  }
}
