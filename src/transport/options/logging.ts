import type { Redaction } from '../secrecy/redact.ts'

/** How much is logged: drift of responses from `warn`, each response from `info`, each attempt from `debug`. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug'

const levels: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug']

/**
 * A place for log lines, such as `console`. Each line is one sentence without the key; what a method throws is ignored.
 *
 * @example
 * const lines: string[] = []
 * const keep = (message: string) => void lines.push(message)
 * const logger: Logger = { error: keep, warn: keep, info: keep, debug: keep }
 * await client.with({ logger, logLevel: 'info' }).entities.list()
 */
export interface Logger {
  /** Takes a line of the level `error`: a function of the caller's, such as `onQuirk`, has thrown. */
  error(message: string): void
  /** Takes a line of the level `warn`: a response differs from the specification. */
  warn(message: string): void
  /** Takes a line of the level `info`: a response has arrived. */
  info(message: string): void
  /** Takes a line of the level `debug`: an attempt is about to be sent. */
  debug(message: string): void
}

/** Writes a line where its level is wanted; the line is made only then. */
export type Log = (level: Exclude<LogLevel, 'off'>, line: () => string) => void

export function createLog(logger: Logger | undefined, most: LogLevel, redaction: Redaction): Log {
  const wanted = new Set<LogLevel>(levels.slice(1, levels.indexOf(most) + 1))
  return (level, line) => {
    if (!wanted.has(level)) return
    try {
      const target = logger ?? console
      target[level](redaction.text(`entity-screening ${line()}`))
    } catch {
      // A logger that fails is no reason for a call to fail.
    }
  }
}
