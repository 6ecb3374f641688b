import type { Readable } from 'node:stream'
import { keyFileOf } from '../connection/api-key.ts'
import { type ExitStatus, inWordsOf, UsageError } from '../failure.ts'
import type { Output } from '../output/output.ts'
import type { Format } from '../output/rows.ts'
import { checkDistinct } from './distinct-files.ts'
import { type Flag, type Flags, type FlagTable, readFlags } from './flags.ts'
import { formatHelp, type HelpTopic } from './help.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** What a command is given by its process, or by a test. */
export interface Surroundings {
  readonly environment: Environment
  readonly stdin: Readable
  readonly output: Output
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal
}

/** One command: what `--help` prints, what a shell completes, and what it does. */
export interface Command {
  readonly help: string
  readonly flags: FlagTable
  /** What the first argument may be. */
  readonly words: readonly string[]
  /** Resolves with the exit status. */
  run(parameters: readonly string[], surroundings: Surroundings): Promise<ExitStatus>
}

/** A command in the table of all commands. */
export interface CommandEntry {
  /** One line for the help. */
  readonly summary: string
  /** Its module: only the command that is called is loaded. */
  readonly load: () => Promise<{ readonly command: Command }>
  /** What the first argument may name instead; a file of that name is given as `./name`. */
  readonly subcommands?: Readonly<Record<string, CommandEntry['load']>>
}

/** The flags of a command that calls the service. */
export const sharedFlags = {
  'base-url': { value: 'URL', says: 'base URL of the service (or ENTITY_SCREENING_BASE_URL)' },
  'key-file': {
    value: 'FILE',
    says: 'file whose first line is the API key (or ENTITY_SCREENING_API_KEY_FILE); no flag takes the key itself, but ENTITY_SCREENING_API_KEY may hold it',
  },
  timeout: { value: 'TIME', says: 'time limit for each attempt, such as 500ms, 30s or 2m (30s)' },
  retries: { value: 'N', says: 'how often to repeat a failed request, 0 to 100 (2)' },
  json: { says: 'print JSON on stdout' },
  quiet: { says: 'print only warnings and errors on stderr' },
  verbose: { says: 'log each request on stderr' },
} as const satisfies FlagTable

/** The flags of a command that sends nothing to the service. */
export const localFlags: FlagTable = { json: sharedFlags.json, quiet: sharedFlags.quiet }

export type SharedFlag = keyof typeof sharedFlags

/** A command that was called: what it was given. */
export interface CommandCall<Name extends string = never> extends Surroundings {
  readonly flags: Flags<Name | SharedFlag>
  readonly positionals: readonly string[]
  /** The only argument of a command that takes one. */
  readonly argument: string
  readonly isJson: boolean
  readonly format: Format
  /** Writes a line to stderr, unless --quiet. */
  hint(text: string): void
}

interface Definition<Name extends string> extends HelpTopic {
  readonly flags: FlagTable<Name>
  /** The flags that it has beside its own. */
  readonly shared?: FlagTable
  /** Its only argument, in a message; null where it judges its arguments itself, left out where it has none. */
  readonly takes?: string | null
  readonly words?: readonly string[]
  /** What the fields of the client are called here that no flag is spelled like. */
  readonly fields?: Readonly<Record<string, string>>
  run(call: CommandCall<Name>): Promise<ExitStatus>
}

/** A command with the shared flags, and a help made of its definition. */
export function defineCommand<Name extends string = never>(definition: Definition<Name>): Command {
  const { name, run, takes, words = [], fields = {} } = definition
  const own = Object.keys(definition.flags)
  const common = Object.entries<Flag>(definition.shared ?? sharedFlags)
  // A command may have a flag of its own by the name of a shared one.
  const shared: FlagTable = Object.fromEntries(common.filter(([flag]) => !own.includes(flag)))
  const table: FlagTable = { ...shared, ...definition.flags }
  return {
    help: formatHelp(definition, shared),
    flags: table,
    words,
    async run(parameters, surroundings) {
      const { flags, positionals } = readFlags(name, table, parameters)
      const hint = flags.has('quiet') ? () => {} : surroundings.output.note
      const [isJson, isCsv] = [flags.has('json'), flags.has('csv')]
      if (isJson && isCsv) throw new UsageError('--json and --csv cannot both be printed')
      const format = isCsv ? 'csv' : isJson ? 'json' : 'table'
      const [argument = '', ...more] = positionals
      const isWrong = takes === undefined ? positionals.length > 0 : argument === '' || more.length > 0
      if (takes !== null && isWrong)
        throw new UsageError(`${name} expects ${takes ?? 'no arguments, only flags'}`)
      await checkDistinct([
        ...(takes?.includes('FILE') ? [['FILE', argument] as const] : []),
        ...Object.entries(table).flatMap(([flag, { value }]) => {
          // That of the key may be named by a variable.
          const file = flag === 'key-file' ? keyFileOf(flags.text(flag), surroundings) : flags.text(flag)
          return file !== undefined && value?.startsWith('FILE') ? [[`--${flag}`, file] as const] : []
        }),
      ])
      return run({ ...surroundings, flags, positionals, argument, isJson, format, hint }).catch(
        inWordsOf(fields, table),
      )
    },
  }
}
