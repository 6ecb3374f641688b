#!/usr/bin/env node
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { main } from './main.ts'
import { createOutput, standardOutput } from './output/output.ts'

// The compile cache makes the next start of the same command faster.
module.enableCompileCache?.()

// Node 22 prints a warning when SQLite is first used. It is suppressed, because it does not concern the user.
const { emitWarning } = process
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (!String(warning).startsWith('SQLite is an experimental feature'))
    Reflect.apply(emitWarning, process, [warning, ...rest])
}

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

process.on('SIGINT', interrupt).on('SIGTERM', interrupt)

const parameters = process.argv.slice(2)
if (parameters[0] === 'import') {
  // Keeps the heap small during an import. Rows are needed only briefly, so a larger heap would only fill with rows that are no
  // longer used.
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=20']) setFlagsFromString(flag)
}

const status = await main(parameters, {
  environment: process.env,
  stdin: process.stdin,
  output: createOutput(standardOutput(), process.stderr, process.env),
  signal: interruption.signal,
})
// Writes the cache now instead of at exit, because writing is slow, and a signal during exit is not handled.
module.flushCompileCache?.()
process.exitCode = status === 130 ? signalExitStatus(interruptedBy) : status
// After an interruption, unread input on stdin would keep the process alive.
if (interruption.signal.aborted) process.stdin.destroy()
