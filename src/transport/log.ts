import type { LogLevel } from './options/options.ts'
import type { ClientSettings } from './options/resolve.ts'
import type { Redaction } from './redact.ts'

/** Writes a log line. The function `line` is called only if the level is enabled. */
export type WriteLog = (level: Exclude<LogLevel, 'off'>, line: () => string) => void

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const

/** Creates the function that writes to the client's logger. Errors that the logger throws are ignored. */
export function createLog({ logger = console, logLevel }: ClientSettings, redact: Redaction): WriteLog {
  const maxLevel = levels.indexOf(logLevel)
  return (level, line) => {
    if (levels.indexOf(level) > maxLevel) return
    try {
      const result: unknown = logger[level](redact.text(`entity-screening ${line()}`))
      if (result instanceof Promise) result.catch(() => {})
    } catch {}
  }
}
