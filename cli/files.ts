import { openSync, type Stats } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { createUnreadableError } from './failure.ts'

/**
 * Asserts that a file can be read and returns its kind. Does not open the file, which would break a pipe. @throws FileError if
 * the file is missing or unreadable.
 */
export async function assertReadable(file: string, name = file): Promise<Stats> {
  try {
    await access(file, constants.R_OK)
    const stats = await stat(file)
    if (stats.isDirectory()) throw new Error('it is a folder')
    if (stats.isSocket()) throw new Error('it is a socket')
    return stats
  } catch (error) {
    throw createUnreadableError(name, error)
  }
}

/** Whether a file is stdin, by name or as `-`. If stdin is a socket, as below many programs, it cannot be opened as a file. */
export function isStdin(file: string): boolean {
  return ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(file)
}

/** Opens a named pipe. Opening it like a file would wait for a writer, and no signal could end that. */
export function openPipe(file: string): Readable {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  return new Socket({ fd, readable: true, writable: false })
}

/**
 * Yields the stream's content until it ends or the signal aborts (a user at a terminal may never end the input). The stream is
 * opened on the first read: an open stream that is not read would keep the process alive.
 */
export async function* readStream(open: () => Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (signal.aborted) return
  const input = open()
  const destroy = () => input.destroy()
  signal.addEventListener('abort', destroy)
  try {
    for await (const chunk of input) yield chunk
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', destroy)
  }
}
