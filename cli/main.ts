import { didYouMean } from '../src/shared/text/did-you-mean.ts'
import { commands } from './catalogue.ts'
import type { Command, Surroundings } from './definition/command.ts'
import { flagsIn } from './definition/flags.ts'
import { formatOverview } from './definition/help.ts'
import { describeFailure, type ExitStatus, exit, sentenceFor, statusFor, UsageError } from './failure.ts'
import { packageVersion } from './version.ts'

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
  const { output } = surroundings
  const print = async (text: string) => {
    await output.lines(text.trimEnd().split('\n'))
    return exit.done
  }
  const overview = formatOverview(new Map(Array.from(commands, ([name, { summary }]) => [name, summary])))
  if (name === undefined) {
    // Nothing was asked for, so that nothing belongs on stdout.
    for (const line of overview.trimEnd().split('\n')) output.note(line)
    return exit.usage
  }
  if (isHelp(name)) return print(overview)
  if (name === 'help') {
    const [topic, ...rest] = parameters.filter(name => name !== 'help' && !isHelp(name))
    return print(topic === undefined ? overview : (await load(topic, rest)).command.help)
  }
  if (name === '--version') {
    const { version, platform, arch } = process
    return print(`entity-screening-sdk ${packageVersion()} (Node ${version}, ${platform} ${arch})`)
  }
  const { command, rest } = await load(name, parameters)
  return flagsIn(rest).some(isHelp) ? print(command.help) : command.run(rest, surroundings)
}

/** A command, or a subcommand, and what it is called with. */
async function load(
  name: string,
  parameters: readonly string[],
): Promise<{ readonly command: Command; readonly rest: readonly string[] }> {
  const entry = commands.get(name)
  if (entry === undefined) {
    const meant = didYouMean(name, [...commands.keys(), '--help', '--version'])
    throw new UsageError(
      `there is no command "${name}"${meant || `; there are ${[...commands.keys()].join(', ')}`}`,
    )
  }
  const [first = '', ...others] = parameters
  const { subcommands = {} } = entry
  const subcommand = Object.hasOwn(subcommands, first) ? subcommands[first] : undefined
  if (subcommand !== undefined) return { ...(await subcommand()), rest: others }
  return { ...(await entry.load()), rest: parameters }
}

function isHelp(parameter: string): boolean {
  return parameter === '--help' || parameter === '-h'
}
