import { didYouMean } from '../src/shared/text/did-you-mean.ts'
import type { Command, CommandContext, CommandEntry } from './definition/command.ts'
import { parametersBeforeSeparator } from './definition/flags.ts'
import { formatOverview } from './definition/help.ts'
import {
  describeCommandError,
  describeFailure,
  type ExitStatus,
  exit,
  exitStatusOf,
  UsageError,
} from './failure.ts'
import { packageVersion } from './version.ts'

type Commands = ReadonlyMap<string, CommandEntry>

/** Runs the command that the arguments name. Prints an error as one sentence. Returns the exit status. */
export async function main(
  args: readonly string[],
  context: CommandContext,
  commands: Commands,
): Promise<ExitStatus> {
  const { output, signal } = context
  const status = await runCommand(args, context, commands).catch((error: unknown) => {
    if (!signal.aborted) output.note(describeCommandError(error, args[0] ?? ''))
    return signal.aborted ? exit.interrupted : exitStatusOf(error)
  })
  output.status(null)
  await output.written()
  const failure = output.failure()
  if (failure === null) return status
  output.note(`entity-screening: the result could not be written: ${describeFailure(failure)}`)
  return exit.failed
}

async function runCommand(
  [name, ...parameters]: readonly string[],
  context: CommandContext,
  commands: Commands,
): Promise<ExitStatus> {
  const { output } = context
  const print = async (text: string) => {
    await output.lines(text.trimEnd().split('\n'))
    return exit.done
  }
  const overview = formatOverview(new Map(Array.from(commands, ([name, { summary }]) => [name, summary])))
  if (name === undefined) {
    // If no command is given, the overview is printed on stderr, because stdout is for results.
    for (const line of overview.trimEnd().split('\n')) output.note(line)
    return exit.usage
  }
  if (isHelp(name)) return print(overview)
  if (name === 'help') {
    const [topic, ...others] = parameters.filter(name => name !== 'help' && !isHelp(name))
    return print(topic === undefined ? overview : (await loadCommand(commands, topic, others)).command.help)
  }
  if (name === '--version') {
    const { platform, arch } = process
    return print(`entity-screening-sdk ${packageVersion()} (${describeRuntime()}, ${platform} ${arch})`)
  }
  const { command, parameters: commandParameters } = await loadCommand(commands, name, parameters)
  return parametersBeforeSeparator(commandParameters).some(isHelp)
    ? print(command.help)
    : command.run(commandParameters, context)
}

/** Loads a command by its name, or the subcommand that the first parameter names. Returns it with the remaining parameters. */
async function loadCommand(
  commands: Commands,
  name: string,
  parameters: readonly string[],
): Promise<{ readonly command: Command; readonly parameters: readonly string[] }> {
  const entry = commands.get(name)
  if (entry === undefined) {
    const suggestion = didYouMean(name, [...commands.keys(), '--help', '--version'])
    throw new UsageError(
      `there is no command "${name}"${suggestion || `; there are ${[...commands.keys()].join(', ')}`}`,
    )
  }
  const [subcommandName = '', ...others] = parameters
  const { subcommands = {} } = entry
  const loadSubcommand = Object.hasOwn(subcommands, subcommandName) ? subcommands[subcommandName] : undefined
  if (loadSubcommand !== undefined) return { command: await loadSubcommand(), parameters: others }
  return { command: await entry.load(), parameters }
}

function isHelp(parameter: string): boolean {
  return parameter === '--help' || parameter === '-h'
}

/** Names the runtime with its version. Bun and Deno also have the version of the Node that they imitate. */
function describeRuntime(): string {
  const { bun, deno, node } = process.versions
  if (bun !== undefined) return `Bun v${bun}`
  return deno === undefined ? `Node v${node}` : `Deno v${deno}`
}
