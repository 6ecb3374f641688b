import { resolve } from 'node:path'
import { maxTimer } from '../../src/pacing/sleep.ts'
import { describeUnknownCountry, findCountryCode } from '../../src/shared/countries/names.ts'
import { messageOf } from '../../src/shared/errors.ts'
import { didYouMean } from '../../src/shared/text/did-you-mean.ts'
import { isCalendarDate, readDuration } from '../../src/shared/time.ts'
import { UsageError } from '../failure.ts'

/** A command-line flag, with or without a value. */
export interface Flag {
  /** Placeholder for the value in the help text, or all allowed values as `first|second`; undefined for a switch. */
  readonly value?: string
  readonly repeatable?: boolean
  /** Whether the flag names a file that the command replaces. Such a file cannot be stdout or a device. */
  readonly isReplaced?: boolean
  /** Description in the help text. */
  readonly description: string
}

export type FlagTable<Name extends string = string> = Readonly<Record<Name, Flag>>

/** Access to the values of the flags, as text. */
export interface Flags<Name extends string> {
  has(name: Name | 'csv'): boolean
  text(name: Name): string | undefined
  texts(name: Name): string[]
}

const keyFlag = /^--?(?:(?:api[-_]?)?key|token|bearer|secret|authorization|password)(?:=|$)/i

/** Reads the parameters of a command; throws a UsageError for an unknown flag. */
export function readFlags<Name extends string>(
  command: string,
  table: FlagTable<Name>,
  parameters: readonly string[],
): { readonly flags: Flags<Name>; readonly positionals: readonly string[] } {
  // A key on the command line is refused. The message explains why, and does not repeat the key.
  if (
    !Object.hasOwn(table, 'key') &&
    parametersBeforeSeparator(parameters).some(parameter => keyFlag.test(parameter))
  )
    throw new UsageError(
      'a key is not accepted on the command line, where other users and the shell history would see it: ' +
        'set ENTITY_SCREENING_API_KEY, or name a file that holds it with --key-file',
    )
  const flags: [string, Flag][] = Object.entries(table)
  const { values, positionals } = parseParameters(command, flags, parameters)
  assertHyphens(positionals, parametersBeforeSeparator(parameters), Object.keys(table))
  const texts = (name: Name) => (values[name] ?? []).filter(value => typeof value === 'string')
  for (const [name, { value, repeatable, isReplaced }] of flags) {
    const flagValues = values[name]
    if (value === undefined || flagValues === undefined) continue
    if (!repeatable && flagValues.length > 1) throw new UsageError(`--${name} may be given only once`)
    // An empty value is refused: it usually means that a shell variable is not set.
    if (flagValues.includes('')) throw new UsageError(`--${name} must not be empty`)
    const [file] = flagValues
    if (isReplaced && (file === '-' || /^\/(dev|proc)\//.test(resolve(String(file)))))
      throw new UsageError(`--${name} needs the name of a regular file, not ${JSON.stringify(file)}`)
  }
  return {
    flags: { has: name => values[name] !== undefined, texts, text: name => texts(name)[0] },
    positionals,
  }
}

/** The parameters before `--`. */
export function parametersBeforeSeparator(parameters: readonly string[]): readonly string[] {
  const end = parameters.indexOf('--')
  return end === -1 ? parameters : parameters.slice(0, end)
}

function parseParameters(command: string, flags: [string, Flag][], parameters: readonly string[]) {
  const options = Object.fromEntries(
    flags.map(([name, { value }]) => {
      const type: 'string' | 'boolean' = value === undefined ? 'boolean' : 'string'
      return [name, { type, multiple: true as const }]
    }),
  )
  // `getBuiltinModule` is used, because an import of node:util would also load TextDecoder at each start.
  const { parseArgs } = process.getBuiltinModule('node:util')
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true })
  } catch (error) {
    // Only the first sentence of Node's message is used. The rest explains how to escape arguments, which rarely helps.
    const [problem = ''] = messageOf(error).split(/[.\n]/)
    const [, flag] = /^Option '(--[^' ]+).* argument is ambiguous/.exec(problem) ?? []
    if (flag !== undefined)
      throw new UsageError(`${flag} needs a value; one that begins with a hyphen is written ${flag}=-1`)
    const [, unknownFlag] = /^Unknown option '(-[^']+)'/.exec(problem) ?? []
    if (unknownFlag === undefined) throw new UsageError(`${problem}. See entity-screening ${command} --help.`)
    // With one hyphen, Node reads each letter as a flag.
    const parameter = parameters.find(text => text.startsWith(unknownFlag)) ?? unknownFlag
    const [word = ''] = (unknownFlag.startsWith('--') ? unknownFlag : parameter).split('=')
    throw new UsageError(
      `Unknown option '${word}'${suggestFlag(word, Object.keys(options))}. See entity-screening ${command} --help.`,
    )
  }
}

function suggestFlag(word: string, names: readonly string[]): string {
  return didYouMean(
    word,
    [...names, 'help'].map(name => `--${name}`),
  )
}

/** Refuses a flag of which a word processor has made one dash of its hyphens, as in `—all`. */
function assertHyphens(
  positionals: readonly string[],
  parameters: readonly string[],
  names: readonly string[],
): void {
  const dashed = positionals.find(text => /^[\u2010-\u2015\u2212]/.test(text) && parameters.includes(text))
  if (dashed === undefined) return
  throw new UsageError(
    `"${dashed}" begins with a dash, not with two hyphens${suggestFlag(dashed, names)}; write a name that begins so after --`,
  )
}

export function parseWholeNumber(
  flag: string,
  text: string | undefined,
  minimum = 0,
  maximum = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number
  const isUnbounded = maximum === Number.MAX_SAFE_INTEGER && !(number > maximum)
  const range = isUnbounded ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
  throw new UsageError(`${flag} must be a whole number ${range}, not "${text}"`)
}

export function parseDay(flag: string, text: string | undefined): string | undefined {
  if (text === undefined || isCalendarDate(text)) return text
  throw new UsageError(`${flag} must be a day, YYYY-MM-DD, not "${text}"`)
}

/** Converts a duration such as 30s to milliseconds. */
export function parseDuration(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const milliseconds = readDuration(text)
  if (milliseconds > 0 && milliseconds <= maxTimer) return milliseconds
  throw new UsageError(`${flag} must be a time from 1ms to 24d, such as 500ms, 30s, 10m or 2h, not "${text}"`)
}

export function parseChoice<const Choice extends string, Given extends string | undefined>(
  flag: string,
  text: Given,
  choices: readonly Choice[],
): Choice | Extract<Given, undefined>
export function parseChoice(flag: string, text: string | undefined, choices: readonly string[]) {
  if (text === undefined || choices.includes(text)) return text
  throw new UsageError(`${flag} must be one of ${choices.join(', ')}, not "${text}"`)
}

/** Returns the 2-letter code of a country that is given by code or name. */
export function parseCountry(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const code = findCountryCode(text)
  if (code === undefined) throw new UsageError(`${flag} ${describeUnknownCountry(text)}`)
  return code
}
