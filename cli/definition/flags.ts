import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { longestTimer } from '../../src/pacing/sleep.ts'
import { describeUnknownCountry, findCountryCode } from '../../src/shared/countries/names.ts'
import { messageOf } from '../../src/shared/errors.ts'
import { didYouMean } from '../../src/shared/text/did-you-mean.ts'
import { isCalendarDate, readDuration } from '../../src/shared/time.ts'
import { UsageError } from '../failure.ts'

/** A flag: a switch, or one that takes a value. */
export interface Flag {
  /** What the help calls its value, or all values as `one|other`; a switch has none. */
  readonly value?: string
  readonly repeatable?: boolean
  /** It names a file that is written as a whole: stdout and devices cannot be replaced. */
  readonly isReplaced?: boolean
  /** One line for the help. */
  readonly says: string
}

export type FlagTable<Name extends string = string> = Readonly<Record<Name, Flag>>

/** What was given for each flag, as text. */
export interface Flags<Name extends string> {
  has(name: Name | 'csv'): boolean
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
  // Says why a key is no flag, and never repeats it.
  if (!Object.hasOwn(table, 'key') && flagsIn(parameters).some(parameter => keyFlag.test(parameter)))
    throw new UsageError(
      'a key is not accepted on the command line, where other users and the shell history would see it: ' +
        'set ENTITY_SCREENING_API_KEY, or name a file that holds it with --key-file',
    )
  const flags: [string, Flag][] = Object.entries(table)
  const { values, positionals } = parse(command, flags, parameters)
  const texts = (name: Name) => (values[name] ?? []).filter(value => typeof value === 'string')
  for (const [name, { value, repeatable, isReplaced }] of flags) {
    const given = values[name]
    if (value === undefined || given === undefined) continue
    if (!repeatable && given.length > 1) throw new UsageError(`--${name} may be given only once`)
    // What a shell makes of a variable that is not set.
    if (given.includes('')) throw new UsageError(`--${name} must not be empty`)
    const [file] = given
    if (isReplaced && (file === '-' || /^\/(dev|proc)\//.test(resolve(String(file)))))
      throw new UsageError(`--${name} needs the name of a regular file, not ${JSON.stringify(file)}`)
  }
  return {
    flags: { has: name => values[name] !== undefined, texts, text: name => texts(name)[0] },
    positionals,
  }
}

/** What is before `--`. */
export function flagsIn(parameters: readonly string[]): readonly string[] {
  const end = parameters.indexOf('--')
  return end === -1 ? parameters : parameters.slice(0, end)
}

function parse(command: string, flags: [string, Flag][], parameters: readonly string[]) {
  const options = Object.fromEntries(
    flags.map(([name, { value }]) => {
      const type: 'string' | 'boolean' = value === undefined ? 'boolean' : 'string'
      return [name, { type, multiple: true as const }]
    }),
  )
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true })
  } catch (error) {
    // The rest of the message explains how to escape what was hardly meant.
    const [problem = ''] = messageOf(error).split(/[.\n]/)
    const [, flag] = /^Option '(--[^' ]+).* argument is ambiguous/.exec(problem) ?? []
    if (flag !== undefined)
      throw new UsageError(`${flag} needs a value; one that begins with a hyphen is written ${flag}=-1`)
    const [, unknown = ''] = /^Unknown option '--([^']+)'/.exec(problem) ?? []
    const flags = [...Object.keys(options), 'help'].map(name => `--${name}`)
    throw new UsageError(`${problem}${didYouMean(unknown, flags)}. See entity-screening ${command} --help.`)
  }
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

export function day(flag: string, given: string | undefined): string | undefined {
  if (given === undefined || isCalendarDate(given)) return given
  throw new UsageError(`${flag} must be a day, YYYY-MM-DD, not "${given}"`)
}

/** Milliseconds out of a time such as 30s. */
export function duration(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const milliseconds = readDuration(given)
  if (milliseconds > 0 && milliseconds <= longestTimer) return milliseconds
  throw new UsageError(
    `${flag} must be a time from 1ms to 24d, such as 500ms, 30s, 10m or 2h, not "${given}"`,
  )
}

export function oneOf<const Choice extends string, Given extends string | undefined>(
  flag: string,
  given: Given,
  choices: readonly Choice[],
): Choice | Extract<Given, undefined>
export function oneOf(flag: string, given: string | undefined, choices: readonly string[]) {
  if (given === undefined || choices.includes(given)) return given
  throw new UsageError(`${flag} must be one of ${choices.join(', ')}, not "${given}"`)
}

/** The 2-letter code of a country that was given by code or name. */
export function country(flag: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const code = findCountryCode(given)
  if (code === undefined) throw new UsageError(`${flag} ${describeUnknownCountry(given)}`)
  return code
}
