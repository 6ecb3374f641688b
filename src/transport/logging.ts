const levels = ['off', 'error', 'warn', 'info', 'debug'] as const

/** How much is logged: drift of answers from `warn` on, each answer from `info` on, each try from `debug` on. */
export type LogLevel = (typeof levels)[number]

/** A place for log lines, such as `console`. */
export interface Logger {
  error(message: string): void
  warn(message: string): void
  info(message: string): void
  debug(message: string): void
}

export type Log = (level: Exclude<LogLevel, 'off'>, message: string) => void

export function createLog(logger: Logger | undefined, most: LogLevel, redact: (text: string) => string): Log {
  return (level, message) => {
    if (levels.indexOf(level) <= levels.indexOf(most))
      (logger ?? console)[level](redact(`entity-screening ${message}`))
  }
}
