import module from 'node:module'
import type { CommandEntry } from './definition/command.ts'
import { main } from './main.ts'
import { createOutput, standardOutput } from './output/output.ts'

/**
 * npm and npx repeat a signal that the terminal has already sent. A second signal within this time, in milliseconds, is treated
 * as a repetition.
 */
const repeatedSignalTime = 500

const interruption = new AbortController()
let interruptedAt: number | null = null
let interruptedBy: NodeJS.Signals = 'SIGINT'

/** Handles a signal. The first one ends the program cleanly; a second one ends it immediately. */
function interrupt(signal: NodeJS.Signals): void {
  if (interruptedAt === null) {
    interruptedAt = performance.now()
    interruptedBy = signal
    interruption.abort()
  } else if (performance.now() - interruptedAt > repeatedSignalTime) process.exit(signalExitStatus(signal))
}

function signalExitStatus(signal: NodeJS.Signals): number {
  return signal === 'SIGTERM' ? 143 : 130
}

/** Runs the command that the parameters of the process name, until it ends or a signal ends it. */
export async function runProgram(commands: ReadonlyMap<string, CommandEntry>): Promise<void> {
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  suppressSqliteWarning()
  const status = await main(
    process.argv.slice(2),
    {
      environment: process.env,
      stdin: process.stdin,
      output: createOutput(standardOutput(), process.stderr, process.env),
      signal: interruption.signal,
    },
    commands,
  )
  // Writes the cache now instead of at exit, because writing is slow, and a signal during exit is not handled.
  module.flushCompileCache?.()
  process.exitCode = status === 130 ? signalExitStatus(interruptedBy) : status
  // After an interruption, unread input on stdin would keep the process alive.
  if (interruption.signal.aborted) process.stdin.destroy()
}

/** Suppresses the warning that Node 22 prints when SQLite is first used, because it does not concern the user. */
function suppressSqliteWarning(): void {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature'))
      Reflect.apply(emitWarning, process, [warning, ...rest])
  }
}
