#!/usr/bin/env node
import { serve } from './serve.ts'
import { serveHelp } from './serve-settings.ts'
import { UsageError } from './usage.ts'

const help = `entity-screening <command>

Commands:
  serve    run the reference server

entity-screening <command> --help says more of a command.
`

async function main([command, ...parameters]: string[]): Promise<void> {
  if (command === undefined || command === '--help' || command === '-h') return print(help)
  if (command !== 'serve') throw new UsageError(`there is no command "${command}"; the only one is serve`)
  if (parameters.includes('--help') || parameters.includes('-h')) return print(serveHelp)
  await serve(parameters, process.env)
}

function print(text: string): void {
  process.stdout.write(text)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`entity-screening: ${message}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
