import { parseArgs } from 'node:util'
import { didYouMean } from '../../src/shared/text/nearest.ts'
import { UsageError } from '../usage.ts'

/** A flag: a switch, or one that takes a value. */
export interface Flag {
  /** What the help calls its value; a switch has none. */
  readonly value?: string
  readonly repeatable?: boolean
  /** One line for the help. */
  readonly says: string
}

export type FlagTable<Name extends string = string> = Readonly<Record<Name, Flag>>

/** What was given for each flag, as text. */
export interface Flags<Name extends string> {
  has(name: Name): boolean
  text(name: Name): string | undefined
  texts(name: Name): string[]
}

const keyFlag = /^--?(?:(?:api[-_]?)?key|token|bearer|secret|authorization|password)(?:=|$)/i

/** Reads the parameters of a command; a sentence for whatever is not a flag of it. */
export function readFlags<Name extends string>(
  command: string,
  table: FlagTable<Name>,
  parameters: readonly string[],
): { readonly flags: Flags<Name>; readonly positionals: readonly string[] } {
  refuseKeys(table, parameters)
  const flags: [string, Flag][] = Object.entries(table)
  const options = Object.fromEntries(flags.map(([name, flag]) => [name, optionOf(flag)]))
  const { values, positionals } = parse(command, [...parameters], options)
  const texts = (name: Name) => {
    const given = values[name]
    return Array.isArray(given) ? given.filter(value => typeof value === 'string') : []
  }
  for (const [name, { value, repeatable }] of flags) {
    const given = values[name]
    if (value === undefined || !Array.isArray(given)) continue
    if (!repeatable && given.length > 1) throw new UsageError(`--${name} may be given only once`)
    // What a shell makes of a variable that is not set.
    if (given.includes('')) throw new UsageError(`--${name} must not be empty`)
  }
  return {
    flags: { has: name => values[name] !== undefined, texts, text: name => texts(name)[0] },
    positionals,
  }
}

function optionOf({ value }: Flag) {
  return { type: value === undefined ? 'boolean' : 'string', multiple: true } as const
}

function parse(command: string, args: string[], options: Record<string, ReturnType<typeof optionOf>>) {
  try {
    return parseArgs({ args: joinNegatives(args, options), options, allowPositionals: true })
  } catch (error) {
    // The rest of the message explains how to escape what was hardly meant.
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/)
    const [, unknown = ''] = /^Unknown option '--([^']+)'/.exec(problem) ?? []
    const meant = didYouMean(unknown, [...Object.keys(options), 'help'], name => `--${name}`)
    throw new UsageError(`${problem}${meant}. See entity-screening ${command} --help.`)
  }
}

/** `--limit -1` is `--limit=-1`, so that the flag can say what it allows: no flag looks like a negative number. */
function joinNegatives(args: readonly string[], options: Record<string, ReturnType<typeof optionOf>>) {
  const end = args.indexOf('--')
  const isJoined = (at: number) => {
    const before = args[at - 1] ?? ''
    const takesValue = before.startsWith('--') && options[before.slice(2)]?.type === 'string'
    return takesValue && /^-\d/.test(args[at] ?? '') && (end === -1 || at < end)
  }
  return args.flatMap((given, at) => {
    if (isJoined(at)) return []
    return isJoined(at + 1) ? `${given}=${args[at + 1]}` : given
  })
}

/** Says why a key is no flag, and never repeats it. */
function refuseKeys(table: FlagTable, parameters: readonly string[]): void {
  const end = parameters.indexOf('--')
  const given = end === -1 ? parameters : parameters.slice(0, end)
  if (Object.hasOwn(table, 'key') || !given.some(parameter => keyFlag.test(parameter))) return
  throw new UsageError(
    'a key is not accepted on the command line, where other users and the shell history would see it: ' +
      'set ENTITY_SCREENING_API_KEY, or name a file that holds it with --key-file',
  )
}
