import type { Readable } from 'node:stream'
import { findKeyFile } from '../connection/api-key.ts'
import { createErrorTranslator, type ExitStatus, UsageError } from '../failure.ts'
import type { Output } from '../output/output.ts'
import type { Format } from '../output/rows.ts'
import { assertDistinctFiles } from './assert-distinct-files.ts'
import { type Flag, type Flags, type FlagTable, readFlags } from './flags.ts'
import { formatHelp, type HelpTopic } from './help.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment, input and output that a command uses. Tests pass their own. */
export interface CommandContext {
  readonly environment: Environment
  readonly stdin: Readable
  readonly output: Output
  /** Aborted when the process receives SIGINT or SIGTERM. */
  readonly signal: AbortSignal
}

/** A command: its help text, its flags and its implementation. */
export interface Command {
  readonly help: string
  readonly flags: FlagTable
  /** Runs the command. Resolves to the exit status. */
  run(parameters: readonly string[], context: CommandContext): Promise<ExitStatus>
}

/** A command in the table of all commands. */
export interface CommandEntry {
  /** One line for the overview of all commands. */
  readonly summary: string
  /** Loads the command's module. Called only for the command that runs. */
  readonly load: () => Promise<Command>
  /**
   * Subcommands by name. A first argument with such a name means the subcommand; a file of that name must be written as
   * `./name`.
   */
  readonly subcommands?: Readonly<Record<string, CommandEntry['load']>>
}

/** Flags of every command that calls the service. */
export const sharedFlags = {
  'base-url': { value: 'URL', description: 'base URL of the service (or ENTITY_SCREENING_BASE_URL)' },
  'key-file': {
    value: 'FILE',
    description:
      'file whose first line is the API key (or ENTITY_SCREENING_API_KEY_FILE); no flag takes the key itself, but ENTITY_SCREENING_API_KEY may hold it',
  },
  timeout: { value: 'TIME', description: 'time limit for each attempt, such as 500ms, 30s or 2m (30s)' },
  retries: { value: 'N', description: 'how often to repeat a failed request, 0 to 100 (2)' },
  json: { description: 'print JSON on stdout' },
  quiet: { description: 'print only warnings and errors on stderr' },
  verbose: { description: 'log each request on stderr' },
} as const satisfies FlagTable

/** Flags of a command that sends no requests. */
export const localFlags: FlagTable = { json: sharedFlags.json, quiet: sharedFlags.quiet }

export type SharedFlag = keyof typeof sharedFlags

/** A call of a command, with its flags and arguments. */
export interface CommandCall<Name extends string = never> extends CommandContext {
  /** The name of the command. */
  readonly command: string
  readonly flags: Flags<Name | SharedFlag>
  readonly positionals: readonly string[]
  /** The first argument, for commands that expect exactly one. */
  readonly argument: string
  readonly isJson: boolean
  readonly format: Format
  /** Writes a line to stderr, unless --quiet. */
  hint(text: string): void
}

interface Definition<Name extends string> extends HelpTopic {
  readonly flags: FlagTable<Name>
  /** The shared flags that the command accepts in addition to its own. Default: `sharedFlags`. */
  readonly shared?: FlagTable
  /**
   * Describes the expected argument in error messages; null if the command validates its arguments itself, undefined if it has
   * no arguments.
   */
  readonly expects?: string | null
  /** Names to use in error messages for client fields that have no flag of the same name. */
  readonly fields?: Readonly<Record<string, string>>
  run(call: CommandCall<Name>): Promise<ExitStatus>
}

/** Creates a command from its definition: adds the shared flags and the help text. */
export function defineCommand<Name extends string = never>(definition: Definition<Name>): Command {
  const { name, run, expects: takes, fields = {} } = definition
  const ownFlags = Object.keys(definition.flags)
  const commonFlags = Object.entries<Flag>(definition.shared ?? sharedFlags)
  // A command's own flag replaces a shared flag of the same name.
  const shared: FlagTable = Object.fromEntries(commonFlags.filter(([flag]) => !ownFlags.includes(flag)))
  const table: FlagTable = { ...shared, ...definition.flags }
  return {
    help: formatHelp(definition, shared),
    flags: table,
    async run(parameters, context) {
      const { flags, positionals } = readFlags(name, table, parameters)
      const hint = flags.has('quiet') ? () => {} : context.output.note
      const [isJson, isCsv] = [flags.has('json'), flags.has('csv')]
      if (isJson && isCsv) throw new UsageError('--json and --csv cannot both be printed')
      const format = isCsv ? 'csv' : isJson ? 'json' : 'table'
      const [argument = '', ...moreArguments] = positionals
      const hasWrongArguments =
        takes === undefined ? positionals.length > 0 : argument === '' || moreArguments.length > 0
      if (takes !== null && hasWrongArguments)
        throw new UsageError(`${name} expects ${takes ?? 'no arguments, only flags'}`)
      await assertDistinctFiles([
        ...(takes?.includes('FILE') ? [['FILE', argument] as const] : []),
        ...Object.entries(table).flatMap(([flag, { value }]) => {
          // An environment variable may name the key file instead of the flag.
          const file = flag === 'key-file' ? findKeyFile(flags.text(flag), context) : flags.text(flag)
          return file !== undefined && value?.startsWith('FILE') ? [[`--${flag}`, file] as const] : []
        }),
      ])
      return run({ ...context, command: name, flags, positionals, argument, isJson, format, hint }).catch(
        createErrorTranslator(fields, table),
      )
    },
  }
}
