import { createWriteStream, fstatSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { createRedaction } from '../../src/transport/redact.ts'
import { visible } from './text.ts'

/** Where a stream of text leads. */
export type TextStream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** How a part of a line looks on a terminal that has colours: what begins it, and what ends it. */
const codes = { bold: [1, 22], red: [31, 39], yellow: [33, 39], green: [32, 39] } as const

export type Style = keyof typeof codes

/** A part of a line; without a style it is plain. */
export interface Span {
  readonly text: string
  readonly style?: Style | null | undefined
}

/** A line, or its parts one after the other. */
export type Line = string | readonly Span[]

/** What a command says: results to stdout, everything else to stderr. Nothing from outside gets through unescaped. */
export type Output = ReturnType<typeof createOutput>

/** Takes a status line away. */
const clearLine = '\r\u001b[2K'

/** Whether colours are wanted: https://force-color.org, then https://no-color.org, then what the stream is. */
function hasColour(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = environment
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTerminal && !NO_COLOR && TERM !== 'dumb'
}

export function createOutput(
  stdout: TextStream,
  stderr: TextStream,
  environment: Readonly<Record<string, string | undefined>> = {},
) {
  const unread = new AbortController()
  const isTerminal = stderr.isTTY === true
  const isColoured = hasColour(stdout.isTTY === true, environment)
  const statusWidth = () => (stderr.columns || 80) - 1
  let redact = (text: string) => text
  let failure: Error | null = null
  let shown: string | null = null

  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && !unread.signal.aborted) failure = error
    unread.abort()
  })
  // Nothing is left to write to.
  stderr.on('error', () => {})

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

  function render({ text, style }: Span): string {
    const shown = visible(redact(text))
    if (!isColoured || !style) return shown
    const [begin, end] = codes[style]
    return `\u001b[${begin}m${shown}\u001b[${end}m`
  }

  async function write(lines: readonly Line[]): Promise<void> {
    if (unread.signal.aborted || lines.length === 0) return
    const partsOf = (line: Line) => (typeof line === 'string' ? [{ text: line }] : line)
    const text = lines.map(line => `${partsOf(line).map(render).join('')}\n`).join('')
    if (!around(() => stdout.write(text))) await settled(done => void stdout.once('drain', done))
  }

  /** Resolves when a stream is done with something, or it is no longer read: a failed one may never call back. */
  function settled(wait: (done: () => void) => void): Promise<void> {
    return new Promise(resolve => {
      if (unread.signal.aborted) return resolve()
      const done = () => {
        unread.signal.removeEventListener('abort', done)
        resolve()
      }
      unread.signal.addEventListener('abort', done)
      wait(done)
    })
  }

  return {
    /** A line of the result. Resolves when there is room for more. */
    line: (text: string) => write([text]),
    /** Several lines of the result at once. */
    lines: write,
    /** A JSON value of the result, on a line of its own. */
    json: (value: unknown) => write([JSON.stringify(value)]),
    /** A line on stderr. */
    note(text: string): void {
      around(() => stderr.write(`${visible(redact(text))}\n`))
    },
    /** A line on stderr that the next one takes the place of, on a terminal; null to take it away. */
    status: (text: string | null) => show(text === null ? null : visible(text).slice(0, statusWidth())),
    statusWidth,
    /** Columns of the terminal that stdout is; null where it is none. */
    width: stdout.isTTY === true ? stdout.columns || 80 : null,
    /** Whether stderr is a terminal. */
    isTerminal,
    /** Aborted when stdout is no longer read: commands that only show something may end then. */
    unread: unread.signal,
    /** Resolves when the result is where it should be, or cannot get there. */
    written: () => settled(done => void stdout.write('', done)),
    /** Why the result could not be written; null where it could, and where its reader has gone, as `head` does. */
    failure: () => failure,
    /** Strikes a key, or another secret, out of everything that is written from now on. */
    protect(secret: string): void {
      const [others, own] = [redact, createRedaction(secret).text]
      redact = text => own(others(text))
    },
    /** What was read as JSON, without these secrets: for what is written elsewhere. */
    redacted: <Value extends object>(value: Value): Value => JSON.parse(redact(JSON.stringify(value))),
  }
}

/**
 * Stdout. Where it is a file, Node's own stream passes over what a full disk did not take of a text, and says nothing; this
 * one goes on until all is written, or fails.
 */
export function standardOutput(): TextStream {
  const { fd } = process.stdout
  let isFile = false
  try {
    isFile = fstatSync(fd).isFile()
  } catch {
    // It is closed.
  }
  return isFile ? createWriteStream('', { fd, autoClose: false }) : process.stdout
}
