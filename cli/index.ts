#!/usr/bin/env node
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { main } from './main.ts'
import { createOutput, standardOutput } from './output/output.ts'

// Speeds up the next start of the same command.
module.enableCompileCache?.()

// Node 22 warns about its first use of SQLite, which does not concern the user.
const { emitWarning } = process
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (!String(warning).startsWith('SQLite is an experimental feature'))
    Reflect.apply(emitWarning, process, [warning, ...rest])
}

/** Milliseconds. npm and npx repeat a signal that the terminal has already sent: within this time, it is the same signal. */
const repeatedSignalTime = 500

const interruption = new AbortController()
let interruptedAt: number | null = null
let interruptedBy: NodeJS.Signals = 'SIGINT'

/** The first signal ends the program cleanly; a second one ends it immediately. */
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

process.on('SIGINT', interrupt).on('SIGTERM', interrupt)

const parameters = process.argv.slice(2)
if (parameters[0] === 'import') {
  // Rows are short-lived: a growing heap would only keep more of them.
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=20']) setFlagsFromString(flag)
}

const status = await main(parameters, {
  environment: process.env,
  stdin: process.stdin,
  output: createOutput(standardOutput(), process.stderr, process.env),
  signal: interruption.signal,
})
// Flushed here, not at exit: it is slow, and during exit no handler catches signals.
module.flushCompileCache?.()
process.exitCode = status === 130 ? signalExitStatus(interruptedBy) : status
// A stopped import may leave its input unread, which would keep the process alive.
if (interruption.signal.aborted) process.stdin.destroy()
