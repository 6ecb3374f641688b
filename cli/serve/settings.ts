import { dialects, type MockServerOptions } from '../../mock-server/index.ts'
import { isOrigin } from '../../mock-server/message/origins.ts'
import { defaultKey } from '../../mock-server/options.ts'
import { type ClockMode, isClockMode } from '../../mock-server/state/clock.ts'
import { isKey } from '../../src/shared/key-mask.ts'
import { type Environment, exit } from '../definition/command.ts'
import { type FlagTable, readFlags } from '../definition/flags.ts'
import { formatHelp } from '../definition/help.ts'
import { optionalOneOf, wholeNumber } from '../definition/values.ts'
import { UsageError } from '../usage.ts'
import { teamsOfKeys } from './keys.ts'

const serveFlags = {
  port: { value: 'N', says: 'port; 0 takes a free one (4010)' },
  host: { value: 'ADDRESS', says: 'address to listen on (127.0.0.1)' },
  key: {
    value: 'KEY[=TEAM]',
    says: `an API key and its team; repeatable (${defaultKey}=team-1)`,
    repeatable: true,
  },
  seed: { value: 'N', says: 'the same seed gives the same data (1)' },
  clock: { value: 'MODE', says: 'real, manual, stepping with each read, or faster, such as x60 (real)' },
  dialect: { value: 'NAME', says: 'how responses are spelled: documented, sample or mixed (documented)' },
  'entity-limit': { value: 'N', says: 'the most entities a team may have (10000)' },
  'maximum-text-length': { value: 'N', says: 'the most characters of a name or another text (1000)' },
  latency: { value: 'MS', says: 'delay of each response, in milliseconds (0)' },
  'wrong-content-type': { value: 'WHAT', says: 'allow or reject bodies that are not sent as JSON (allow)' },
  data: {
    value: 'FILE',
    says: 'entities to begin with, screened already: JSON as server.load takes it, or CSV as import takes it',
  },
  state: { value: 'FILE', says: 'where to keep the state (nowhere)' },
  'admin-token': { value: 'TOKEN', says: 'token that the control API requires (none on this machine)' },
  'admin-origin': {
    value: 'ORIGIN',
    says: 'origin whose pages may call the control API; repeatable (those of this machine)',
    repeatable: true,
  },
  open: { says: 'opens the console in the browser' },
  quiet: { says: 'only warnings and errors on stderr' },
} as const satisfies FlagTable

type ValuedFlag = Exclude<keyof typeof serveFlags, 'key' | 'admin-origin' | 'open' | 'quiet'>

/** The variable that stands in for a flag. */
function variableOf(flag: ValuedFlag): string {
  return `ENTITY_SCREENING_${flag.replaceAll('-', '_').toUpperCase()}`
}

const keyVariable = 'ENTITY_SCREENING_KEYS'
const originVariable = 'ENTITY_SCREENING_ADMIN_ORIGINS'

const variables = `ENTITY_SCREENING_PORT, ENTITY_SCREENING_HOST, ${keyVariable} (several divided by commas), ENTITY_SCREENING_SEED, ENTITY_SCREENING_CLOCK, ENTITY_SCREENING_DIALECT, ENTITY_SCREENING_ENTITY_LIMIT, ENTITY_SCREENING_MAXIMUM_TEXT_LENGTH, ENTITY_SCREENING_LATENCY, ENTITY_SCREENING_WRONG_CONTENT_TYPE, ENTITY_SCREENING_DATA, ENTITY_SCREENING_STATE, ENTITY_SCREENING_ADMIN_TOKEN, ${originVariable} (several divided by commas)`

export const serveHelp = formatHelp(
  {
    name: 'serve',
    usage: '[flags]',
    about: `Runs the mock server: the Entity Screening Service in memory, over HTTP. The only line on stdout is its address, as "listening on http://127.0.0.1:4010"; how to connect a client, and the address of the console, go to stderr.

Environment variables take the place of flags that are not given: ${variables}.`,
    flags: serveFlags,
    examples: [
      'serve --port 4010 --key my-key=my-team',
      'serve --clock stepping --open',
      'serve --clock x60 --state screening.json',
    ],
  },
  {},
  {
    [exit.done]: 'stopped by SIGINT (Ctrl-C) or SIGTERM',
    [exit.failed]: 'failed: the port is in use, or the state cannot be kept',
    [exit.usage]: 'wrong usage',
  },
)

export interface ServeSettings extends MockServerOptions {
  readonly listen: { readonly port: number; readonly host: string | undefined }
  readonly state: string | undefined
  readonly data: string | undefined
  readonly isQuiet: boolean
  /** Whether a browser is to show the console. */
  readonly isOpened: boolean
  /** Whether no key was given, so that the well-known one applies. */
  readonly hasDefaultKey: boolean
}

/** What the flags say, then what the environment says, then the defaults. */
export function readServeSettings(parameters: readonly string[], environment: Environment): ServeSettings {
  const { flags, positionals } = readFlags('serve', serveFlags, parameters)
  if (positionals.length > 0) throw new UsageError('serve expects no arguments, only flags')
  /** A value, and what messages call the place where it is given. */
  const given = (flag: ValuedFlag): [name: string, value: string | undefined] =>
    flags.has(flag)
      ? [`--${flag}`, flags.text(flag)]
      : [variableOf(flag), environment[variableOf(flag)] || undefined]
  const several = (
    flag: 'key' | 'admin-origin',
    variable: string,
  ): [name: string, values: string[] | undefined] =>
    flags.has(flag)
      ? [`--${flag}`, flags.texts(flag)]
      : [variable, (environment[variable] || undefined)?.split(',')]
  const [keySource, keys] = several('key', keyVariable)
  return {
    listen: { port: wholeNumber(...given('port'), 0, 65_535) ?? 4010, host: given('host')[1] },
    state: given('state')[1],
    data: given('data')[1],
    isQuiet: flags.has('quiet'),
    isOpened: flags.has('open'),
    hasDefaultKey: keys === undefined,
    keys: teamsOfKeys(keySource, keys),
    seed: wholeNumber(...given('seed')),
    clock: clockMode(...given('clock')),
    dialect: optionalOneOf(...given('dialect'), dialects) ?? 'documented',
    entityLimit: wholeNumber(...given('entity-limit')),
    maximumTextLength: wholeNumber(...given('maximum-text-length'), 1),
    latency: wholeNumber(...given('latency')),
    wrongContentType: optionalOneOf(...given('wrong-content-type'), ['allow', 'reject']),
    adminToken: token(...given('admin-token')),
    adminOrigins: origins(...several('admin-origin', originVariable)),
  }
}

function clockMode(name: string, given = 'real'): ClockMode {
  if (!isClockMode(given))
    throw new UsageError(`${name} must be real, manual, stepping, or a factor such as x60, not "${given}"`)
  return given
}

function token(name: string, given: string | undefined): string | undefined {
  if (given !== undefined && !isKey(given))
    throw new UsageError(`${name} must be visible characters without spaces`)
  return given
}

function origins(name: string, given: readonly string[] = []): readonly string[] {
  const wrong = given.find(origin => !isOrigin(origin))
  if (wrong !== undefined)
    throw new UsageError(
      `${name} must be an origin, such as https://tools.example, without a path, not "${wrong}"`,
    )
  return given
}
