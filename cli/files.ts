import { openSync, type Stats } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { createUnreadableError } from './failure.ts'

/**
 * Asserts that a file can be read and returns its kind. Does not open the file, because opening and closing it would break a
 * pipe. @throws FileError if the file is missing or unreadable.
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

/**
 * Whether a file name means stdin, such as `-` or `/dev/stdin`. Stdin must not be opened by name, because it is often a socket,
 * which cannot be opened as a file.
 */
export function isStdin(file: string): boolean {
  return ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(file)
}

/** Opens a named pipe without blocking. Opening it like a file would wait for a writer, and no signal could end the wait. */
export function openPipe(file: string): Readable {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  return new Socket({ fd, readable: true, writable: false })
}

/**
 * Yields the content of a stream until the stream ends or the signal is aborted. The signal is needed because input from a
 * terminal may never end. Opens the stream only at the first read, because an open stream that is not read would keep the
 * process alive.
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
