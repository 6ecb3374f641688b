import { didYouMean } from '../src/shared/text/nearest.ts'
import { commands } from './catalogue.ts'
import { type Command, type ExitStatus, exit, type Surroundings } from './definition/command.ts'
import { formatOverview } from './definition/help.ts'
import { describeFailure, sentenceFor, statusFor } from './failure.ts'
import { UsageError } from './usage.ts'
import { readVersion } from './version.ts'

/** Runs what a command line says; says in a sentence what goes wrong, and returns the exit status. */
export async function main(line: readonly string[], surroundings: Surroundings): Promise<ExitStatus> {
  const { output, signal } = surroundings
  const status = await run(line, surroundings).catch((error: unknown) => {
    if (!signal.aborted) output.note(sentenceFor(error, line[0] ?? ''))
    return signal.aborted ? exit.interrupted : statusFor(error)
  })
  output.status(null)
  await output.written()
  const failure = output.failure()
  if (failure === null) return status
  output.note(`entity-screening: the result could not be written: ${describeFailure(failure)}`)
  return exit.failed
}

async function run(
  [name, ...parameters]: readonly string[],
  surroundings: Surroundings,
): Promise<ExitStatus> {
  if (name === undefined) return complain(overview(), surroundings)
  if (isHelp(name)) return print(overview(), surroundings)
  if (name === 'help') return print(await helpOf(parameters), surroundings)
  if (name === '--version') return print(readVersion(), surroundings)
  const { command, rest } = await load(name, parameters)
  const end = rest.indexOf('--')
  const flags = end === -1 ? rest : rest.slice(0, end)
  return flags.some(isHelp) ? print(command.help, surroundings) : command.run(rest, surroundings)
}

/** What `help`, `help list` and `help import status` print. */
async function helpOf(names: readonly string[]): Promise<string> {
  const [name, ...rest] = names.filter(name => name !== 'help' && !isHelp(name))
  return name === undefined ? overview() : (await load(name, rest)).command.help
}

/** A command, or a subcommand, and what it is called with. */
async function load(
  name: string,
  parameters: readonly string[],
): Promise<{ readonly command: Command; readonly rest: readonly string[] }> {
  const entry = commands.get(name)
  if (entry === undefined)
    throw new UsageError(
      `there is no command "${name}"${didYouMean(name, [...commands.keys(), '--help', '--version']) || `; there are ${[...commands.keys()].join(', ')}`}`,
    )
  const [first = '', ...others] = parameters
  const subcommand = entry.subcommands?.get(first)
  if (subcommand !== undefined) return { command: await subcommand(), rest: others }
  return { command: await entry.load(), rest: parameters }
}

async function print(text: string, { output }: Surroundings): Promise<ExitStatus> {
  for (const line of text.trimEnd().split('\n')) await output.line(line)
  return exit.done
}

/** Nothing was asked for, so that nothing belongs on stdout. */
function complain(text: string, { output }: Surroundings): ExitStatus {
  for (const line of text.trimEnd().split('\n')) output.note(line)
  return exit.usage
}

function isHelp(parameter: string): boolean {
  return parameter === '--help' || parameter === '-h'
}

function overview(): string {
  return formatOverview(new Map(Array.from(commands, ([name, { summary }]) => [name, summary])))
}
