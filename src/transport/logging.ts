import type { Redaction } from './redact.ts'

/** How much is logged: drift of answers from `warn` on, each answer from `info` on, each try from `debug` on. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug'

const levels: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug']

/** A place for log lines, such as `console`. */
export interface Logger {
  error(message: string): void
  warn(message: string): void
  info(message: string): void
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
