import { type Command, type ExitStatus, exitStatuses, type Surroundings } from './command.ts'
import { type Flag, type Flags, type FlagTable, readFlags } from './flags.ts'
import { UsageError } from './usage.ts'

/** The flags that every command but serve has. */
export const sharedFlags = {
  'base-url': { value: 'URL', says: 'address of the service (or ENTITY_SCREENING_BASE_URL)' },
  'key-file': {
    value: 'FILE',
    says: 'file whose first line is the API key (or ENTITY_SCREENING_API_KEY_FILE;\nthe key itself may be in ENTITY_SCREENING_API_KEY, and in no flag)',
  },
  timeout: { value: 'TIME', says: 'the longest that one try may take, such as 500ms, 30s or 2m (30s)' },
  retries: { value: 'N', says: 'how often a call is tried again, from 0 to 100 (2)' },
  json: { says: 'print JSON on stdout' },
  quiet: { says: 'no progress and no hints on stderr' },
  verbose: { says: 'log each request on stderr' },
} as const satisfies FlagTable

export type SharedFlag = keyof typeof sharedFlags

/** A command that was called: what it was given. */
export interface CommandCall<Name extends string = never> extends Surroundings {
  readonly flags: Flags<Name | SharedFlag>
  readonly positionals: readonly string[]
  readonly isJson: boolean
  /** A line on stderr for somebody who looks on: not with --quiet. */
  hint(text: string): void
}

interface Definition<Name extends string> {
  readonly name: string
  /** What follows the name. */
  readonly usage: string
  /** What it does, in a few lines. */
  readonly about: string
  readonly flags: FlagTable<Name>
  /** Command lines without `entity-screening`. */
  readonly examples: readonly string[]
  run(call: CommandCall<Name>): Promise<ExitStatus>
}

/** A command with the shared flags, and a help made of its definition. */
export function defineCommand<Name extends string = never>(definition: Definition<Name>): Command {
  const { name, run } = definition
  const table: FlagTable<Name | SharedFlag> = { ...sharedFlags, ...definition.flags }
  return {
    help: formatHelp(definition),
    async run(parameters, surroundings) {
      const { flags, positionals } = readFlags(name, table, parameters)
      const hint = flags.has('quiet') ? () => {} : surroundings.output.note
      return run({ ...surroundings, flags, positionals, isJson: flags.has('json'), hint })
    },
  }
}

/** The only argument of a command, or a sentence that says what is wanted. */
export function onlyArgument({ positionals }: Pick<CommandCall, 'positionals'>, what: string): string {
  const [argument, ...more] = positionals
  if (!argument || more.length > 0)
    throw new UsageError(`${what} is wanted, and nothing else beside the flags`)
  return argument
}

export function noArguments({ positionals }: Pick<CommandCall, 'positionals'>, command: string): void {
  if (positionals.length > 0) throw new UsageError(`${command} takes nothing beside its flags`)
}

function formatHelp({ name, usage, about, flags, examples }: Definition<string>): string {
  const shared = formatFlags(sharedFlags)
  const own = formatFlags(flags)
  return [
    `entity-screening ${name} ${usage}\n\n${about}\n`,
    ...(own === '' ? [] : [`Flags:\n${own}`]),
    `Flags of every command:\n${shared}`,
    exitStatuses,
    `Examples:\n${examples.map(example => `  entity-screening ${example}\n`).join('')}`,
  ].join('\n')
}

function formatFlags(table: FlagTable): string {
  const flags = Object.entries(table).map(([name, flag]): [string, Flag] => [
    `--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`,
    flag,
  ])
  const width = Math.max(...flags.map(([spelling]) => spelling.length))
  return flags
    .map(([spelling, { says }]) => {
      const [first = '', ...rest] = says.split('\n')
      const further = rest.map(line => `  ${''.padEnd(width)}  ${line}\n`)
      return `  ${spelling.padEnd(width)}  ${first}\n${further.join('')}`
    })
    .join('')
}
