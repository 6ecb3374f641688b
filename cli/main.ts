import { type ExitStatus, exit, exitStatuses, type Surroundings } from './command.ts'
import { commands } from './commands.ts'
import { describeFailure, sentenceFor, statusFor } from './failure.ts'
import { UsageError } from './usage.ts'
import { readVersion } from './version.ts'

/** Runs what a command line says; says in a sentence what goes wrong, and answers the exit status. */
export async function main(line: readonly string[], surroundings: Surroundings): Promise<ExitStatus> {
  const { output, signal } = surroundings
  const status = await run(line, surroundings).catch((error: unknown) => {
    if (!signal.aborted) output.note(`entity-screening: ${sentenceFor(error)}`)
    return signal.aborted ? exit.interrupted : statusFor(error)
  })
  output.status(null)
  const failure = output.failure()
  if (failure === null) return status
  output.note(`entity-screening: the result could not be written: ${describeFailure(failure)}`)
  return exit.failed
}

async function run(
  [name, ...parameters]: readonly string[],
  surroundings: Surroundings,
): Promise<ExitStatus> {
  if (name === undefined || isHelp(name)) return print(help(), surroundings)
  if (name === '--version') return print(readVersion(), surroundings)
  const entry = commands.get(name)
  if (entry === undefined)
    throw new UsageError(`there is no command "${name}"; there are ${[...commands.keys()].join(', ')}`)
  const command = await entry.load()
  const end = parameters.indexOf('--')
  const flags = end === -1 ? parameters : parameters.slice(0, end)
  return flags.some(isHelp) ? print(command.help, surroundings) : command.run(parameters, surroundings)
}

async function print(text: string, { output }: Surroundings): Promise<ExitStatus> {
  for (const line of text.trimEnd().split('\n')) await output.line(line)
  return exit.done
}

function isHelp(parameter: string): boolean {
  return parameter === '--help' || parameter === '-h'
}

function help(): string {
  const width = Math.max(...[...commands.keys()].map(name => name.length))
  const lines = Array.from(commands, ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  return `entity-screening <command>

Commands:
${lines.join('\n')}

entity-screening <command> --help says more of a command; --version prints the version.
The address of the service is taken from --base-url or ENTITY_SCREENING_BASE_URL; the API key from
ENTITY_SCREENING_API_KEY, or from a file that --key-file or ENTITY_SCREENING_API_KEY_FILE names.

${exitStatuses}`
}
