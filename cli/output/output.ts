import type { Writable } from 'node:stream'
import { createRedaction } from '../../src/transport/redact.ts'
import type { Environment } from '../definition/command.ts'
import { hasColour, type Line, paint } from './colour.ts'
import { visible } from './visible.ts'

/** Where a stream of text leads. */
export type TextStream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** What a command says: results to stdout, everything else to stderr. Nothing from outside gets through unescaped. */
export interface Output {
  /** A line of the result. Resolves when there is room for more. */
  line(text: string): Promise<void>
  /** Several lines of the result at once. */
  lines(lines: readonly Line[]): Promise<void>
  /** A JSON value of the result, on a line of its own. */
  json(value: unknown): Promise<void>
  /** A line on stderr. */
  note(text: string): void
  /** A line on stderr that the next one takes the place of, on a terminal; null to take it away. */
  status(text: string | null): void
  /** Columns of the terminal that stdout is; null where it is none. */
  readonly width: number | null
  /** Columns that a status line may have. */
  readonly statusWidth: number
  /** Whether stderr is a terminal. */
  readonly isTerminal: boolean
  /** Aborted when stdout is no longer read: commands that only show something may end then. */
  readonly unread: AbortSignal
  /** Resolves when the result is where it should be, or cannot get there. */
  written(): Promise<void>
  /** Why the result could not be written; null where it could, and where its reader has gone, as `head` does. */
  failure(): Error | null
  /** Strikes a key, or another secret, out of everything that is written from now on. */
  protect(secret: string): void
  /** What was read as JSON, without these secrets: for what is written elsewhere. */
  redacted<Value extends object>(value: Value): Value
}

const clearLine = '\r\u001b[2K'

export function createOutput(stdout: TextStream, stderr: TextStream, environment: Environment = {}): Output {
  const unread = new AbortController()
  let redact = (text: string) => text
  let failure: Error | null = null
  let shown: string | null = null

  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && !unread.signal.aborted) failure = error
    unread.abort()
  })
  // Nothing is left to write to.
  stderr.on('error', () => {})

  const isTerminal = stderr.isTTY === true

  function statusWidth(): number {
    return (stderr.columns || 80) - 1
  }

  function show(text: string | null): void {
    if (!isTerminal) return
    if (shown !== null) stderr.write(clearLine)
    if (text !== null) stderr.write(text)
    shown = text
  }

  /** Writes around the status line. */
  function around(write: () => boolean): boolean {
    const before = shown
    show(null)
    const hasRoom = write()
    show(before)
    return hasRoom
  }

  const isColoured = hasColour(stdout.isTTY === true, environment)
  function render(line: Line): string {
    if (typeof line === 'string') return visible(redact(line))
    return line
      .map(({ text, style }) => {
        const shown = visible(redact(text))
        return isColoured && style !== null ? paint(shown, style) : shown
      })
      .join('')
  }

  async function write(lines: readonly Line[]): Promise<void> {
    if (unread.signal.aborted || lines.length === 0) return
    const text = lines.map(line => `${render(line)}\n`).join('')
    if (!around(() => stdout.write(text))) await drained(stdout, unread.signal)
  }

  return {
    line: text => write([text]),
    lines: write,
    json: value => write([JSON.stringify(value)]),
    note(text) {
      around(() => stderr.write(`${visible(redact(text))}\n`))
    },
    status: text => show(text === null ? null : visible(text).slice(0, statusWidth())),
    get statusWidth() {
      return statusWidth()
    },
    width: stdout.isTTY === true ? stdout.columns || 80 : null,
    isTerminal,
    unread: unread.signal,
    written: () => settled(unread.signal, done => void stdout.write('', done)),
    failure: () => failure,
    protect(secret) {
      const [others, own] = [redact, createRedaction(secret).text]
      redact = text => own(others(text))
    },
    // Striking texts out leaves JSON what it is.
    redacted: value => JSON.parse(redact(JSON.stringify(value))),
  }
}

/** Resolves when the stream takes more, or is no longer read. */
function drained(stream: Writable, unread: AbortSignal): Promise<void> {
  return settled(unread, done => void stream.once('drain', done))
}

/** Resolves when a stream is done with something, or it is no longer read: a failed one may never call back. */
function settled(unread: AbortSignal, wait: (done: () => void) => void): Promise<void> {
  return new Promise(resolve => {
    if (unread.aborted) return resolve()
    const done = () => {
      unread.removeEventListener('abort', done)
      resolve()
    }
    unread.addEventListener('abort', done)
    wait(done)
  })
}
