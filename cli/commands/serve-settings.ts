import { dialects, type MockServerOptions } from '../../mock-server/index.ts'
import { defaultKey } from '../../mock-server/options.ts'
import { type ClockMode, isClockMode } from '../../mock-server/state/clock.ts'
import { isKey } from '../../src/contract/text.ts'
import { type Environment, exit } from '../command.ts'
import { type FlagTable, oneOf, readFlags, wholeNumber } from '../flags.ts'
import { formatHelp } from '../help.ts'
import { UsageError } from '../usage.ts'

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
  dialect: { value: 'NAME', says: 'how answers are spelled: documented, sample or mixed (documented)' },
  'entity-limit': { value: 'N', says: 'the most entities a team may have (10000)' },
  'maximum-text-length': { value: 'N', says: 'the most characters of a name or another text (1000)' },
  latency: { value: 'MS', says: 'how long each answer takes, in milliseconds (0)' },
  state: { value: 'FILE', says: 'where to keep the state (nowhere)' },
  'admin-token': { value: 'TOKEN', says: 'what the control API asks for (nothing, on this machine)' },
  quiet: { says: 'only warnings and errors on stderr' },
} as const satisfies FlagTable

type ValuedFlag = Exclude<keyof typeof serveFlags, 'key' | 'quiet'>

/** The variable that stands in for a flag. */
function variableOf(flag: ValuedFlag): string {
  return `ENTITY_SCREENING_${flag.replaceAll('-', '_').toUpperCase()}`
}

const variables = `ENTITY_SCREENING_PORT, ENTITY_SCREENING_HOST, ENTITY_SCREENING_KEYS (several divided by commas), ENTITY_SCREENING_SEED, ENTITY_SCREENING_CLOCK, ENTITY_SCREENING_DIALECT, ENTITY_SCREENING_ENTITY_LIMIT, ENTITY_SCREENING_MAXIMUM_TEXT_LENGTH, ENTITY_SCREENING_LATENCY, ENTITY_SCREENING_STATE, ENTITY_SCREENING_ADMIN_TOKEN`

export const serveHelp = formatHelp(
  {
    name: 'serve',
    usage: '[flags]',
    about: `Runs the reference server: the Entity Screening Service in memory, over HTTP. The one line on stdout is its address, as "listening on http://127.0.0.1:4010"; how to connect a client goes to stderr.

Environment variables take the place of flags that are not given: ${variables}.`,
    flags: serveFlags,
    examples: [
      'serve --port 4010 --key my-key=my-team',
      'serve --clock stepping',
      'serve --clock x60 --state screening.json',
    ],
  },
  {},
  {
    [exit.done]: 'stopped by SIGINT (Ctrl-C) or SIGTERM',
    [exit.failed]: 'failed: the port is in use, or the state cannot be kept',
    [exit.usage]: 'called wrongly',
  },
)

export interface ServeSettings extends MockServerOptions {
  readonly listen: { readonly port: number; readonly host: string | undefined }
  readonly state: string | undefined
  readonly isQuiet: boolean
  /** Whether nobody gave a key, so that there is the one that everybody may know. */
  readonly hasDefaultKey: boolean
}

/** What the flags say, then what the environment says, then the defaults. */
export function readServeSettings(parameters: readonly string[], environment: Environment): ServeSettings {
  const { flags, positionals } = readFlags('serve', serveFlags, parameters)
  if (positionals.length > 0) throw new UsageError('serve expects no arguments, only flags')
  const value = (flag: ValuedFlag) => flags.text(flag) ?? (environment[variableOf(flag)] || undefined)
  const given = flags.has('key')
    ? flags.texts('key')
    : (environment.ENTITY_SCREENING_KEYS || undefined)?.split(',')
  return {
    listen: { port: wholeNumber('--port', value('port'), 0, 65_535) ?? 4010, host: value('host') },
    state: value('state'),
    isQuiet: flags.has('quiet'),
    hasDefaultKey: given === undefined,
    keys: keysOf((given ?? [defaultKey]).map(parseKey), flags.has('key') ? '--key' : 'ENTITY_SCREENING_KEYS'),
    seed: wholeNumber('--seed', value('seed')),
    clock: clockMode(value('clock') ?? 'real'),
    dialect: oneOf('--dialect', value('dialect') ?? 'documented', dialects),
    entityLimit: wholeNumber('--entity-limit', value('entity-limit')),
    maximumTextLength: wholeNumber('--maximum-text-length', value('maximum-text-length'), 1),
    latency: wholeNumber('--latency', value('latency')),
    adminToken: token(value('admin-token')),
  }
}

/** KEY=TEAM, or KEY alone for the team "team-1"; a key may itself end in "=", a team's name may not hold one. */
function parseKey(given: string): [string, string] {
  const at = given.lastIndexOf('=')
  const named = at > 0 && at < given.length - 1
  const key = named ? given.slice(0, at) : given
  if (!isKey(key)) throw new UsageError('--key must be KEY or KEY=TEAM, the key without spaces')
  return [key, named ? given.slice(at + 1) : 'team-1']
}

/** A key belongs to one team: which of two was meant cannot be told. */
function keysOf(
  keys: readonly (readonly [key: string, team: string])[],
  source: string,
): Record<string, string> {
  const teams = new Map<string, string>()
  for (const [key, team] of keys) {
    const other = teams.get(key)
    if (other !== undefined && other !== team)
      throw new UsageError(
        `${source} gives the same key to two teams, "${other}" and "${team}": a key belongs to one`,
      )
    teams.set(key, team)
  }
  return Object.fromEntries(teams)
}

function clockMode(given: string): ClockMode {
  if (!isClockMode(given))
    throw new UsageError(`--clock must be real, manual, stepping, or a factor such as x60, not "${given}"`)
  return given
}

function token(given: string | undefined): string | undefined {
  if (given !== undefined && !isKey(given))
    throw new UsageError('--admin-token must be visible characters without spaces')
  return given
}
