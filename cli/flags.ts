import { parseArgs } from 'node:util'
import { provideCountryNames } from '../src/contract/country-lookup.ts'
import { couldBeCountry, countryName, findCountryCode, whyNoCountry } from '../src/contract/country-names.ts'
import { didYouMean } from '../src/contract/nearest.ts'
import { UsageError } from './usage.ts'

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
    const meant = didYouMean(unknown, Object.keys(options), name => `--${name}`)
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

export function wholeNumber(
  flag: string,
  given: string | undefined,
  from = 0,
  to = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (/^\d+$/.test(given) && number >= from && number <= to) return number
  const isOpen = to === Number.MAX_SAFE_INTEGER && !(number > to)
  const range = isOpen ? `of at least ${from}` : `from ${from} to ${to}`
  throw new UsageError(`${flag} must be a whole number ${range}, not "${given}"`)
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The longest time that a timer can be set to. */
const longest = 2_147_483_647

/** Milliseconds out of a time such as 30s. */
export function duration(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(given) ?? []
  const milliseconds = Number(number) * (units[unit] ?? 0)
  if (milliseconds > 0 && milliseconds <= longest) return milliseconds
  throw new UsageError(
    `${flag} must be a time from 1ms to 24d, such as 500ms, 30s, 10m or 2h, not "${given}"`,
  )
}

export function oneOf<const Choice extends string>(
  flag: string,
  given: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find(choice => choice === given)
  if (found === undefined)
    throw new UsageError(`${flag} must be one of ${choices.join(', ')}, not "${given}"`)
  return found
}

export function optionalOneOf<const Choice extends string>(
  flag: string,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  return given === undefined ? undefined : oneOf(flag, given, choices)
}

/** The 2-letter code of a country that was given by code or name. */
export function country(flag: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  provideCountryNames({ couldBeCountry, countryName, findCountryCode, whyNoCountry })
  const code = findCountryCode(given)
  if (code === undefined) throw new UsageError(`${flag} ${whyNoCountry(given)}`)
  return code
}
