import { createWriteStream, fstatSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { createRedaction } from '../../src/transport/redact.ts'
import { escapeMisleading } from './text.ts'

/** A stream for text. */
export type TextStream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** Escape codes that begin and end a style. */
const styleCodes = { bold: [1, 22], red: [31, 39], yellow: [33, 39], green: [32, 39] } as const

export type Style = keyof typeof styleCodes

/** A part of a line, with an optional style. */
export interface Span {
  readonly text: string
  readonly style?: Style | null | undefined
  /** Whether the text is escaped, except for control characters of its format. */
  readonly isEscaped?: true
}

/** A line as one string, or as a sequence of parts with styles. */
export type OutputLine = string | readonly Span[]

/**
 * The output of a command: results go to stdout, everything else to stderr. Control characters and direction characters are
 * always escaped.
 */
export type Output = ReturnType<typeof createOutput>

/** The escape code that removes the status line. */
const clearLine = '\r\u001b[2K'

/**
 * Whether to use colours. FORCE_COLOR (https://force-color.org) takes precedence over NO_COLOR (https://no-color.org). Without
 * these variables, only a terminal gets colours.
 */
function shouldColour(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = environment
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTerminal && !NO_COLOR && TERM !== 'dumb'
}

/** The state of a command's output. */
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
  // A failure to write to stderr is ignored, because it cannot be reported anywhere.
  stderr.on('error', () => {})
  const statusWidth = () => (stderr.columns || 80) - 1
  return {
    /** Writes a line of the result. Resolves when the stream can accept more. */
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
    /** Aborted when stdout is no longer read. Commands that only print can then stop. */
    unread: state.unread.signal,
    /** Resolves when the result has been written, or when writing it has failed. */
    written: () => untilDone(state, done => void stdout.write('', done)),
    /** The error that prevented writing the result; null if it was written, or if its reader ended early, such as `head`. */
    failure: () => state.failure,
    /** Redacts a secret in all later output. */
    protect(secret: string): void {
      const [redactOthers, redactSecret] = [state.redact, createRedaction(secret).text]
      state.redact = text => redactSecret(redactOthers(text))
    },
    /** Returns a copy of a JSON value with the secrets redacted, for values that are written elsewhere, such as to a file. */
    redacted: <Value extends object>(value: Value): Value => JSON.parse(state.redact(JSON.stringify(value))),
  }
}

function showStatus(state: OutputState, text: string | null): void {
  if (state.stderr.isTTY !== true) return
  if (state.statusLine !== null) state.stderr.write(clearLine)
  if (text !== null) state.stderr.write(text)
  state.statusLine = text
}

/** Hides the status line while something is written. Returns whether the stream can accept more. */
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
  const texts = spans.map(({ text, style, isEscaped }) => {
    const safeText = isEscaped ? redact(text) : escapeMisleading(redact(text))
    if (!usesColour || !style) return safeText
    const [begin, end] = styleCodes[style]
    return `\u001b[${begin}m${safeText}\u001b[${end}m`
  })
  return texts.join('')
}

/** Resolves when a stream calls `done`, or when stdout is no longer read, because a failed stream may never call `done`. */
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

/**
 * Returns the stream for stdout. If stdout is a file, Node's own stream silently loses text on a full disk, so this function
 * returns a stream that fails instead.
 */
export function standardOutput(): TextStream {
  const { fd } = process.stdout
  let isFile = false
  try {
    isFile = fstatSync(fd).isFile()
  } catch {
    // Stdout is closed, so it is not a file.
  }
  return isFile ? createWriteStream('', { fd, autoClose: false }) : process.stdout
}
