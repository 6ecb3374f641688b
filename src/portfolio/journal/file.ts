import type { FileHandle } from 'node:fs/promises'
import { lockFile } from '../../files/lock.ts'
import type { Journal } from './journal.ts'

/**
 * A journal in a file (Node). Each line is on the disk before `append` answers; a last line that was not written whole, by a
 * process that was killed, is cut off. Two imports with one journal would send each row twice: one process has it at a time.
 *
 * @throws Error where another process has it open, or where it has a second name, by which another process may.
 */
export async function openJournalFile(file: string): Promise<Journal & { read(): Promise<string[]> }> {
  const lock = await lockFile(file)
  const handle = await openAlone(lock.file).catch((error: unknown) => {
    lock.release()
    throw error
  })
  return {
    read: () => readWholeLines(handle),
    async append(line) {
      lock.check()
      await handle.appendFile(`${line}\n`)
      await handle.datasync()
      // Whoever has taken it over in the meantime may not have read this line.
      lock.check()
    },
    async close() {
      await handle.close().finally(lock.release)
    },
  }
}

async function openAlone(file: string): Promise<FileHandle> {
  const { open } = await import('node:fs/promises')
  const handle = await open(file, 'a+')
  if ((await handle.stat()).nlink <= 1) return handle
  await handle.close()
  throw new Error(
    `${file} has a second name (a hard link), by which another import may use it: copy it instead`,
  )
}

async function readWholeLines(handle: FileHandle): Promise<string[]> {
  const bytes = await handle.readFile()
  const whole = bytes.lastIndexOf(0x0a) + 1
  if (whole < bytes.length) await handle.truncate(whole)
  const lines = bytes.toString('utf8', 0, whole).split('\n')
  return lines.slice(0, -1)
}
