import { openSync, type Stats } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { unreadable } from './failure.ts'

/** What kind of file it is. @throws FileError where a file is not there, or cannot be read. Nothing is opened: that would break a pipe. */
export async function checkReadable(file: string, name = file): Promise<Stats> {
  try {
    await access(file, constants.R_OK)
    const stats = await stat(file)
    if (stats.isDirectory()) throw new Error('it is a folder')
    if (stats.isSocket()) throw new Error('it is a socket')
    return stats
  } catch (error) {
    throw unreadable(name, error)
  }
}

/** Whether it is stdin by name, or `-`. Where that is a socket, as below many programs, it cannot be opened a second time as a file. */
export function isStdin(file: string): boolean {
  return ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(file)
}

/** What comes through a named pipe. To open it like a file would wait for a writer, and no signal could end that. */
export function openPipe(file: string): Readable {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  return new Socket({ fd, readable: true, writable: false })
}

/**
 * The content of a stream, up to its end or the abort of the signal: a user may stop typing. It is opened when it is read: one that
 * is open and unread would keep the process waiting.
 */
export async function* readInput(open: () => Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (signal.aborted) return
  const input = open()
  const end = () => input.destroy()
  signal.addEventListener('abort', end)
  try {
    for await (const chunk of input) yield chunk
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}
