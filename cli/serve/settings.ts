import { type ClockMode, clockNames, maxClockSpeed } from '../../mock-server/clock/clock.ts'
import { dialects } from '../../mock-server/dialects/index.ts'
import type { MockServerOptions } from '../../mock-server/index.ts'
import { defaultKey, maxLatency } from '../../mock-server/options.ts'
import { isBlockedPort } from '../../src/shared/blocked-ports.ts'
import { isKey } from '../../src/shared/key-mask.ts'
import { isOrigin } from '../../src/shared/origin.ts'
import type { Environment } from '../definition/command.ts'
import { type Flags, type FlagTable, parseChoice, parseWholeNumber } from '../definition/flags.ts'
import { UsageError } from '../failure.ts'

export const serveFlags = {
  port: { value: 'N', description: 'port; 0 takes a free one (4010)' },
  host: { value: 'ADDRESS', description: 'address to listen on (127.0.0.1)' },
  'tls-cert': { value: 'FILE', description: 'certificate in PEM: serves HTTPS, with --tls-key (HTTP)' },
  'tls-key': { value: 'FILE', description: 'private key of --tls-cert, in PEM' },
  key: {
    value: 'KEY[=TEAM]',
    description: `an API key and its team; repeatable (${defaultKey}=team-1)`,
    repeatable: true,
  },
  seed: { value: 'N', description: 'the same seed gives the same data (1)' },
  clock: {
    value: 'MODE',
    description: 'real, manual, stepping with each read, or faster, such as x60 (real)',
  },
  dialect: { value: 'documented|sample|mixed', description: 'how responses are spelled (documented)' },
  'entity-limit': { value: 'N', description: 'maximum number of entities in a team (10000)' },
  'max-text-length': { value: 'N', description: 'maximum length of a name or another text (1000)' },
  latency: { value: 'MS', description: 'delay of each response, in milliseconds of real time (0)' },
  behaviour: { value: 'FILE', description: 'behaviour file, as verify writes it (as specified)' },
  data: {
    value: 'FILE',
    description:
      'entities to begin with, screened already: JSON as server.load takes it, a recording (HAR), or CSV as import takes it',
  },
  state: { value: 'FILE', description: 'where to keep the state (nowhere)' },
  'admin-token': {
    value: 'TOKEN',
    description: 'token that the control API requires (none on this machine)',
  },
  'admin-origin': {
    value: 'ORIGIN',
    description: 'origin whose pages may call the control API; repeatable (those of this machine)',
    repeatable: true,
  },
  quiet: { description: 'print only warnings and errors on stderr' },
} as const satisfies FlagTable

type ServeFlag = keyof typeof serveFlags

/** Replaces the options in a warning of the mock server with flags: `clock: 'real'` becomes `--clock real`. */
export function nameFlags(warning: string): string {
  return warning.replace(/\b(\w+): '(\w+)'/g, '--$1 $2').replace(/the option keys(?:, --key)?/, '--key')
}

const plurals: Partial<Record<ServeFlag, string>> = { key: 'KEYS', 'admin-origin': 'ADMIN_ORIGINS' }

/** Returns the name of the environment variable that replaces a flag. */
function variableName(flag: ServeFlag): string {
  return `ENTITY_SCREENING_${plurals[flag] ?? flag.replaceAll('-', '_').toUpperCase()}`
}

/** The environment variables that replace flags, for the help text. */
export const serveVariables = (Object.keys(serveFlags) as ServeFlag[])
  .filter(flag => 'value' in serveFlags[flag])
  .map(flag => variableName(flag) + (flag in plurals ? ' (several separated by commas)' : ''))
  .join(', ')

/** Reads the settings from the flags, then from the environment, then from the defaults. */
export function readServeSettings(flags: Flags<ServeFlag>, environment: Environment) {
  /** Returns the value of a setting, and the flag or variable it came from, for error messages. */
  const read = (flag: ServeFlag): [name: string, value: string | undefined] =>
    flags.has(flag)
      ? [`--${flag}`, flags.text(flag)]
      : [variableName(flag), environment[variableName(flag)] || undefined]
  const readSeveral = (flag: ServeFlag): [name: string, values: readonly string[] | undefined] =>
    flags.has(flag)
      ? [`--${flag}`, flags.texts(flag)]
      : [variableName(flag), (environment[variableName(flag)] || undefined)?.split(',')]
  const [keySource, keys] = readSeveral('key')
  const teamsByKey = parseKeys(keySource, keys ?? [defaultKey])
  const options: MockServerOptions = {
    keys: Object.fromEntries(teamsByKey),
    seed: parseWholeNumber(...read('seed')),
    clock: parseClockMode(...read('clock')),
    dialect: parseChoice(...read('dialect'), dialects),
    entityLimit: parseWholeNumber(...read('entity-limit')),
    maxTextLength: parseWholeNumber(...read('max-text-length'), 1),
    latency: parseWholeNumber(...read('latency'), 0, maxLatency),
    adminToken: parseToken(...read('admin-token')),
    adminOrigins: parseOrigins(...readSeveral('admin-origin')),
  }
  return {
    options,
    listen: { port: parsePort(...read('port')) ?? 4010, host: read('host')[1] },
    tls: parseTls(read('tls-cert'), read('tls-key')),
    state: read('state')[1],
    data: read('data')[1],
    /** The team of the first key. Entities from the data file belong to this team by default. */
    dataTeam: [...teamsByKey.values()][0],
    behaviour: read('behaviour')[1],
    /** The flag or variable that names the keys; null if the publicly known default key is used. */
    keySource: keys === undefined ? null : keySource,
  }
}

/** A file, and the flag or variable that names it. */
export interface NamedFile {
  readonly name: string
  readonly file: string
}

/** Returns the certificate file and the key file for HTTPS. @throws UsageError if only one of the two is given. */
function parseTls(
  [certName, cert]: [name: string, file: string | undefined],
  [keyName, key]: [name: string, file: string | undefined],
): { readonly cert: NamedFile; readonly key: NamedFile } | undefined {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined) throw new UsageError(`${keyName} needs --tls-cert, the certificate of the key`)
  if (key === undefined)
    throw new UsageError(`${certName} needs --tls-key, the private key of the certificate`)
  return { cert: { name: certName, file: cert }, key: { name: keyName, file: key } }
}

function parsePort(name: string, text: string | undefined): number | undefined {
  const port = parseWholeNumber(name, text, 0, 65_535)
  if (port === undefined || !isBlockedPort(port)) return port
  throw new UsageError(`${name} must be another port: browsers and fetch do not connect to ${port}`)
}

/** Returns the team of each key. Error messages never repeat a key. */
function parseKeys(source: string, texts: readonly string[]): ReadonlyMap<string, string> {
  const teams = new Map<string, string>()
  for (const text of texts) {
    // The argument is KEY=TEAM, or KEY alone for the team "team-1". A key may contain "=", but a team's name may not.
    const separator = text.lastIndexOf('=')
    const [key, team] =
      separator < 0 ? [text, 'team-1'] : [text.slice(0, separator), text.slice(separator + 1)]
    if (key.startsWith('=') || !isKey(key))
      throw new UsageError(`${source} must be KEY or KEY=TEAM, the key without spaces`)
    if (team === '')
      throw new UsageError(
        `${source} must have a team after the last "=": KEY=TEAM, also for a key that ends in "="`,
      )
    if (text.includes(','))
      throw new UsageError(
        `${source} must be one KEY or KEY=TEAM, without a comma: repeat the flag for several`,
      )
    const otherTeam = teams.get(key) ?? team
    if (otherTeam !== team)
      throw new UsageError(
        `${source} gives the same key to two teams, "${otherTeam}" and "${team}": a key belongs to one`,
      )
    teams.set(key, team)
  }
  return teams
}

/** Parses a clock mode: a name, or a speed as a factor such as x60. */
function parseClockMode(name: string, text = 'real'): ClockMode {
  const clock = clockNames.find(clock => clock === text)
  if (clock !== undefined) return clock
  const speed = Number(/^x(\d+)$/.exec(text)?.[1])
  if (speed >= 1 && speed <= maxClockSpeed) return { speed }
  throw new UsageError(`${name} must be real, manual, stepping, or a factor such as x60, not "${text}"`)
}

function parseToken(name: string, text: string | undefined): string | undefined {
  if (text === undefined || isKey(text)) return text
  throw new UsageError(`${name} must be visible characters without spaces`)
}

function parseOrigins(name: string, texts: readonly string[] = []): readonly string[] {
  const invalidOrigin = texts.find(origin => !isOrigin(origin))
  if (invalidOrigin === undefined) return texts
  throw new UsageError(
    `${name} must be an origin, such as https://tools.example, without a path, not "${invalidOrigin}"`,
  )
}
