import { createWriteStream, fstatSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { createRedaction } from '../../src/transport/redact.ts'
import { escapeMisleading } from './text.ts'

/** A stream for text. */
export type TextStream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** Escape codes that begin and end a style. */
const styleCodes = { bold: [1, 22], red: [31, 39], yellow: [33, 39], green: [32, 39] } as const

export type Style = keyof typeof styleCodes

/** A part of a line; plain if it has no style. */
export interface Span {
  readonly text: string
  readonly style?: Style | null | undefined
}

/** A line, or its parts in sequence. */
export type OutputLine = string | readonly Span[]

/** The output of a command: results go to stdout, everything else to stderr. Text from outside is always escaped. */
export type Output = ReturnType<typeof createOutput>

/** Removes a status line. */
const clearLine = '\r\u001b[2K'

/** Whether to use colours: by https://force-color.org, then https://no-color.org, then the kind of stream. */
function shouldColour(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = environment
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTerminal && !NO_COLOR && TERM !== 'dumb'
}

/** State of the output of one process. */
interface OutputState {
  readonly stdout: TextStream
  readonly stderr: TextStream
  readonly usesColour: boolean
  /** Aborted when stdout is no longer read. */
  readonly unread: AbortController
  redact: (text: string) => string
  failure: Error | null
  /** The status line on the terminal; null if there is none. */
  statusLine: string | null
}

export function createOutput(
  stdout: TextStream,
  stderr: TextStream,
  environment: Readonly<Record<string, string | undefined>> = {},
) {
  const state: OutputState = {
    stdout,
    stderr,
    usesColour: shouldColour(stdout.isTTY === true, environment),
    unread: new AbortController(),
    redact: text => text,
    failure: null,
    statusLine: null,
  }
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && !state.unread.signal.aborted) state.failure = error
    state.unread.abort()
  })
  // A failure of stderr cannot be reported anywhere.
  stderr.on('error', () => {})
  const statusWidth = () => (stderr.columns || 80) - 1
  return {
    /** Writes a line of the result. Resolves when there is room for more. */
    line: (text: string) => writeLines(state, [text]),
    /** Writes several lines of the result at once. */
    lines: (lines: readonly OutputLine[]) => writeLines(state, lines),
    /** Writes a JSON value of the result, on a separate line. */
    json: (value: unknown) => writeLines(state, [JSON.stringify(value)]),
    /** Writes a line to stderr. */
    note(text: string): void {
      withoutStatusLine(state, () => stderr.write(`${escapeMisleading(state.redact(text))}\n`))
    },
    /** Replaces the status line on a terminal; null removes it. */
    status: (text: string | null) =>
      showStatus(state, text === null ? null : escapeMisleading(text).slice(0, statusWidth())),
    statusWidth,
    /** Columns of the terminal on stdout; null if stdout is not a terminal. */
    width: stdout.isTTY === true ? stdout.columns || 80 : null,
    /** Whether stderr is a terminal. */
    isTerminal: stderr.isTTY === true,
    /** Aborted when stdout is no longer read: commands that only show something may then end. */
    unread: state.unread.signal,
    /** Resolves when the result is written, or cannot be written. */
    written: () => untilDone(state, done => void stdout.write('', done)),
    /** Why the result could not be written; null if it was, or if its reader has gone, as `head` does. */
    failure: () => state.failure,
    /** Removes a secret from all later output. */
    protect(secret: string): void {
      const [redactOthers, redactSecret] = [state.redact, createRedaction(secret).text]
      state.redact = text => redactSecret(redactOthers(text))
    },
    /** Removes the secrets from a JSON value that is written elsewhere. */
    redacted: <Value extends object>(value: Value): Value => JSON.parse(state.redact(JSON.stringify(value))),
  }
}

function showStatus(state: OutputState, text: string | null): void {
  if (state.stderr.isTTY !== true) return
  if (state.statusLine !== null) state.stderr.write(clearLine)
  if (text !== null) state.stderr.write(text)
  state.statusLine = text
}

/** Removes the status line while something is written; returns whether the stream has room for more. */
function withoutStatusLine(state: OutputState, write: () => boolean): boolean {
  const status = state.statusLine
  showStatus(state, null)
  const hasRoom = write()
  showStatus(state, status)
  return hasRoom
}

async function writeLines(state: OutputState, lines: readonly OutputLine[]): Promise<void> {
  const { stdout, unread } = state
  if (unread.signal.aborted || lines.length === 0) return
  const text = lines.map(line => `${renderLine(state, line)}\n`).join('')
  if (!withoutStatusLine(state, () => stdout.write(text)))
    await untilDone(state, done => void stdout.once('drain', done))
}

function renderLine({ redact, usesColour }: OutputState, line: OutputLine): string {
  const spans: readonly Span[] = typeof line === 'string' ? [{ text: line }] : line
  const texts = spans.map(({ text, style }) => {
    const safeText = escapeMisleading(redact(text))
    if (!usesColour || !style) return safeText
    const [begin, end] = styleCodes[style]
    return `\u001b[${begin}m${safeText}\u001b[${end}m`
  })
  return texts.join('')
}

/** Resolves when a stream is done, or is no longer read: a stream that failed may never call back. */
function untilDone({ unread }: OutputState, wait: (done: () => void) => void): Promise<void> {
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

/** The stream for stdout. Node's stream for a file silently loses text on a full disk; this one writes everything or fails. */
export function standardOutput(): TextStream {
  const { fd } = process.stdout
  let isFile = false
  try {
    isFile = fstatSync(fd).isFile()
  } catch {
    // The descriptor is closed.
  }
  return isFile ? createWriteStream('', { fd, autoClose: false }) : process.stdout
}
