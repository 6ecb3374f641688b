import type { FileHandle } from 'node:fs/promises'
import type { Journal } from './journal.ts'
import { lockFile } from './journal-lock.ts'

/**
 * A journal in a file (Node). Each line is on the disk before `append` answers; a last line that was not written whole, by a
 * process that was killed, is cut off.
 *
 * @throws Error where another process that runs has it open.
 */
export async function openJournalFile(file: string): Promise<Journal> {
  const { open } = await import('node:fs/promises')
  const lock = await lockFile(`${file}.lock`)
  const handle = await open(file, 'a+').catch(async (error: unknown) => {
    await lock.release()
    throw error
  })
  return {
    read: () => readWholeLines(handle),
    async append(line) {
      await lock.check()
      await handle.appendFile(`${line}\n`)
      await handle.datasync()
    },
    async close() {
      await handle.close().finally(lock.release)
    },
  }
}

async function readWholeLines(handle: FileHandle): Promise<string[]> {
  const bytes = await handle.readFile()
  const whole = bytes.lastIndexOf(0x0a) + 1
  if (whole < bytes.length) await handle.truncate(whole)
  const lines = bytes.toString('utf8', 0, whole).split('\n')
  return lines.slice(0, -1)
}
