import { dialects } from '../../mock-server/dialects/index.ts'
import type { MockServerOptions } from '../../mock-server/index.ts'
import { isOrigin } from '../../mock-server/message/origins.ts'
import { defaultKey } from '../../mock-server/options.ts'
import { type ClockMode, isClockMode } from '../../mock-server/state/clock.ts'
import { isBlockedPort } from '../../src/shared/blocked-ports.ts'
import { isKey } from '../../src/shared/key-mask.ts'
import type { Environment } from '../definition/command.ts'
import { type Flags, type FlagTable, oneOf, wholeNumber } from '../definition/flags.ts'
import { UsageError } from '../failure.ts'

export const serveFlags = {
  port: { value: 'N', says: 'port; 0 takes a free one (4010)' },
  host: { value: 'ADDRESS', says: 'address to listen on (127.0.0.1)' },
  key: {
    value: 'KEY[=TEAM]',
    says: `an API key and its team; repeatable (${defaultKey}=team-1)`,
    repeatable: true,
  },
  seed: { value: 'N', says: 'the same seed gives the same data (1)' },
  clock: { value: 'MODE', says: 'real, manual, stepping with each read, or faster, such as x60 (real)' },
  dialect: { value: 'documented|sample|mixed', says: 'how responses are spelled (documented)' },
  'entity-limit': { value: 'N', says: 'maximum number of entities in a team (10000)' },
  'maximum-text-length': { value: 'N', says: 'maximum length of a name or another text (1000)' },
  latency: { value: 'MS', says: 'delay of each response, in milliseconds (0)' },
  behaviour: { value: 'FILE', says: 'behaviour file, as verify writes it (as specified)' },
  data: {
    value: 'FILE',
    says: 'entities to begin with, screened already: JSON as server.load takes it, a recording (HAR), or CSV as import takes it',
  },
  state: { value: 'FILE', says: 'where to keep the state (nowhere)' },
  'admin-token': { value: 'TOKEN', says: 'token that the control API requires (none on this machine)' },
  'admin-origin': {
    value: 'ORIGIN',
    says: 'origin whose pages may call the control API; repeatable (those of this machine)',
    repeatable: true,
  },
  quiet: { says: 'print only warnings and errors on stderr' },
} as const satisfies FlagTable

type ServeFlag = keyof typeof serveFlags

const plurals: Partial<Record<ServeFlag, string>> = { key: 'KEYS', 'admin-origin': 'ADMIN_ORIGINS' }

/** The variable that stands in for a flag. */
function variableOf(flag: ServeFlag): string {
  return `ENTITY_SCREENING_${plurals[flag] ?? flag.replaceAll('-', '_').toUpperCase()}`
}

/** All of them, in words. */
export const serveVariables = (Object.keys(serveFlags) as ServeFlag[])
  .filter(flag => 'value' in serveFlags[flag])
  .map(flag => variableOf(flag) + (flag in plurals ? ' (several separated by commas)' : ''))
  .join(', ')

/** What the flags say, then what the environment says, then the defaults. */
export function readServeSettings(flags: Flags<ServeFlag>, environment: Environment) {
  /** A value, and what messages call the place where it is given. */
  const given = (flag: ServeFlag): [name: string, value: string | undefined] =>
    flags.has(flag)
      ? [`--${flag}`, flags.text(flag)]
      : [variableOf(flag), environment[variableOf(flag)] || undefined]
  const several = (flag: ServeFlag): [name: string, values: readonly string[] | undefined] =>
    flags.has(flag)
      ? [`--${flag}`, flags.texts(flag)]
      : [variableOf(flag), (environment[variableOf(flag)] || undefined)?.split(',')]
  const [keySource, keys] = several('key')
  const options: MockServerOptions = {
    keys: teamsOfKeys(keySource, keys ?? [defaultKey]),
    seed: wholeNumber(...given('seed')),
    clock: clockMode(...given('clock')),
    dialect: oneOf(...given('dialect'), dialects),
    entityLimit: wholeNumber(...given('entity-limit')),
    maximumTextLength: wholeNumber(...given('maximum-text-length'), 1),
    latency: wholeNumber(...given('latency')),
    adminToken: token(...given('admin-token')),
    adminOrigins: origins(...several('admin-origin')),
  }
  return {
    options,
    listen: { port: portNumber(...given('port')) ?? 4010, host: given('host')[1] },
    state: given('state')[1],
    data: given('data')[1],
    behaviour: given('behaviour')[1],
    /** Whether no key was given, so that the well-known one applies. */
    hasDefaultKey: keys === undefined,
  }
}

function portNumber(name: string, text: string | undefined): number | undefined {
  const port = wholeNumber(name, text, 0, 65_535)
  if (port === undefined || !isBlockedPort(port)) return port
  throw new UsageError(`${name} must be another port: browsers and fetch do not connect to ${port}`)
}

/** The team of each key. No message repeats a key. */
function teamsOfKeys(source: string, given: readonly string[]): Record<string, string> {
  const teams = new Map<string, string>()
  for (const text of given) {
    // KEY=TEAM, or KEY alone for the team "team-1"; a key may itself end in "=", a team's name may not hold one.
    const at = text.lastIndexOf('=')
    const isNamed = at > 0 && at < text.length - 1
    const [key, team] = isNamed ? [text.slice(0, at), text.slice(at + 1)] : [text, 'team-1']
    if (key.startsWith('=') || !isKey(key))
      throw new UsageError(`${source} must be KEY or KEY=TEAM, the key without spaces`)
    const other = teams.get(key) ?? team
    if (other !== team)
      throw new UsageError(
        `${source} gives the same key to two teams, "${other}" and "${team}": a key belongs to one`,
      )
    teams.set(key, team)
  }
  return Object.fromEntries(teams)
}

function clockMode(name: string, given = 'real'): ClockMode {
  if (isClockMode(given)) return given
  throw new UsageError(`${name} must be real, manual, stepping, or a factor such as x60, not "${given}"`)
}

function token(name: string, given: string | undefined): string | undefined {
  if (given === undefined || isKey(given)) return given
  throw new UsageError(`${name} must be visible characters without spaces`)
}

function origins(name: string, given: readonly string[] = []): readonly string[] {
  const wrong = given.find(origin => !isOrigin(origin))
  if (wrong === undefined) return given
  throw new UsageError(
    `${name} must be an origin, such as https://tools.example, without a path, not "${wrong}"`,
  )
}
