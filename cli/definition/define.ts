import { UsageError } from '../usage.ts'
import type { Command, ExitStatus, Surroundings } from './command.ts'
import { type Flag, type Flags, type FlagTable, readFlags } from './flags.ts'
import { commonExits, formatHelp, type HelpTopic } from './help.ts'

/** The flags that every command but serve has. */
export const sharedFlags = {
  'base-url': { value: 'URL', says: 'address of the service (or ENTITY_SCREENING_BASE_URL)' },
  'key-file': {
    value: 'FILE',
    says: 'file whose first line is the API key (or ENTITY_SCREENING_API_KEY_FILE); no flag takes the key itself, but ENTITY_SCREENING_API_KEY may hold it',
  },
  timeout: { value: 'TIME', says: 'time limit for each attempt, such as 500ms, 30s or 2m (30s)' },
  retries: { value: 'N', says: 'how often a failed request is sent again, 0 to 100 (2)' },
  json: { says: 'print JSON on stdout' },
  quiet: { says: 'only warnings and errors on stderr' },
  verbose: { says: 'log each request on stderr' },
} as const satisfies FlagTable

/** The flags of a command that sends nothing to the service. */
const localFlags: FlagTable = { json: sharedFlags.json, quiet: sharedFlags.quiet }

export type SharedFlag = keyof typeof sharedFlags

/** A command that was called: what it was given. */
export interface CommandCall<Name extends string = never> extends Surroundings {
  readonly flags: Flags<Name | SharedFlag>
  readonly positionals: readonly string[]
  readonly isJson: boolean
  /** Writes a line to stderr, unless --quiet. */
  hint(text: string): void
}

interface Definition<Name extends string> extends HelpTopic {
  readonly flags: FlagTable<Name>
  /** Whether it sends nothing to the service, and so needs neither an address nor a key. */
  readonly isLocal?: boolean
  run(call: CommandCall<Name>): Promise<ExitStatus>
}

/** A command with the shared flags, and a help made of its definition. */
export function defineCommand<Name extends string = never>(definition: Definition<Name>): Command {
  const { name, run, isLocal = false } = definition
  const own = Object.keys(definition.flags)
  const common = Object.entries<Flag>(isLocal ? localFlags : sharedFlags)
  // A command may have a flag of its own by the name of a shared one.
  const shared: FlagTable = Object.fromEntries(common.filter(([flag]) => !own.includes(flag)))
  const table: FlagTable = { ...shared, ...definition.flags }
  return {
    help: formatHelp(definition, shared, commonExits),
    async run(parameters, surroundings) {
      const { flags, positionals } = readFlags(name, table, parameters)
      const hint = flags.has('quiet') ? () => {} : surroundings.output.note
      return run({ ...surroundings, flags, positionals, isJson: flags.has('json'), hint })
    },
  }
}

/**
 * The only argument of a command.
 *
 * @throws UsageError that says what the command expects.
 */
export function onlyArgument(
  { positionals }: Pick<CommandCall, 'positionals'>,
  command: string,
  what: string,
): string {
  const [argument, ...more] = positionals
  if (!argument || more.length > 0) throw new UsageError(`${command} expects ${what}`)
  return argument
}

export function noArguments({ positionals }: Pick<CommandCall, 'positionals'>, command: string): void {
  if (positionals.length > 0) throw new UsageError(`${command} expects no arguments, only flags`)
}
