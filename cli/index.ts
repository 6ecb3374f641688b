#!/usr/bin/env node
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { main } from './main.ts'
import { createOutput, standardOutput } from './output/output.ts'

// A command that ran before starts sooner.
module.enableCompileCache?.()

// Node 22 warns of each first use of SQLite, which is not the user's concern.
const { emitWarning } = process
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (!String(warning).startsWith('SQLite is an experimental feature'))
    Reflect.apply(emitWarning, process, [warning, ...rest])
}

/** npm and npx pass a signal on that the terminal has sent already: so soon, it is the same one. */
const sameSignal = 500

const interruption = new AbortController()
let interruptedAt: number | null = null
let interruptedBy: NodeJS.Signals = 'SIGINT'

/** The first signal ends the program cleanly; a second one ends it at once. */
function interrupt(signal: NodeJS.Signals): void {
  if (interruptedAt === null) {
    interruptedAt = performance.now()
    interruptedBy = signal
    interruption.abort()
  } else if (performance.now() - interruptedAt > sameSignal) process.exit(statusOf(signal))
}

function statusOf(signal: NodeJS.Signals): number {
  return signal === 'SIGTERM' ? 143 : 130
}

process.on('SIGINT', interrupt).on('SIGTERM', interrupt)

const line = process.argv.slice(2)
if (line[0] === 'import') {
  // Rows live for a moment: a heap that grows would only hold more of them.
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=20']) setFlagsFromString(flag)
}

const status = await main(line, {
  environment: process.env,
  stdin: process.stdin,
  output: createOutput(standardOutput(), process.stderr, process.env),
  signal: interruption.signal,
})
// At the very end, no handler would catch a signal: what takes time is done before.
module.flushCompileCache?.()
process.exitCode = status === 130 ? statusOf(interruptedBy) : status
// An import that was stopped may leave its input unread, which would keep the process waiting.
if (interruption.signal.aborted) process.stdin.destroy()
