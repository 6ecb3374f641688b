import { parseArgs } from 'node:util'
import { dialects, type MockServerOptions } from '../mock-server/index.ts'
import { type ClockMode, isClockMode } from '../mock-server/state/clock.ts'
import { isKey } from '../src/contract/text.ts'
import { UsageError } from './usage.ts'

export const serveHelp = `entity-screening serve: the Entity Screening Service in memory, over HTTP

  --port N             port; 0 picks a free one            ENTITY_SCREENING_PORT          (4010)
  --host ADDRESS       address to listen on                ENTITY_SCREENING_HOST          (127.0.0.1)
  --key KEY[=TEAM]     an API key and its team; repeatable ENTITY_SCREENING_KEYS          (test-key=team-1)
  --seed N             the same seed gives the same data   ENTITY_SCREENING_SEED          (1)
  --clock MODE         real, manual, or faster: x60        ENTITY_SCREENING_CLOCK         (real)
  --dialect NAME       documented, sample or mixed         ENTITY_SCREENING_DIALECT       (documented)
  --entity-limit N     entities a team                     ENTITY_SCREENING_ENTITY_LIMIT  (10000)
  --latency MS         how long each answer takes          ENTITY_SCREENING_LATENCY       (0)
  --state FILE         where to keep the state             ENTITY_SCREENING_STATE         (nowhere)
  --admin-token TOKEN  what the control API asks for       ENTITY_SCREENING_ADMIN_TOKEN   (nothing, on this machine)

ENTITY_SCREENING_KEYS may hold several, divided by commas.

Examples:
  entity-screening serve --port 4010 --key my-key=my-team
  entity-screening serve --clock manual    # curl -X POST http://127.0.0.1:4010/__admin/clock/settle
  entity-screening serve --clock x60 --state screening.json
`

export type Environment = Readonly<Record<string, string | undefined>>

export interface ServeSettings extends MockServerOptions {
  readonly listen: { readonly port: number; readonly host: string | undefined }
  readonly state: string | undefined
}

/** What the flags say, then what the environment says, then the defaults. */
export function readServeSettings(parameters: string[], environment: Environment): ServeSettings {
  const flags = parseFlags(parameters)
  const value = (flag: Exclude<keyof typeof flags, 'key'>) =>
    flags[flag] ?? (environment[`ENTITY_SCREENING_${flag.replaceAll('-', '_').toUpperCase()}`] || undefined)
  const keys = flags.key ?? (environment.ENTITY_SCREENING_KEYS || 'test-key=team-1').split(',')
  return {
    listen: { port: wholeNumber('--port', value('port')) ?? 4010, host: value('host') },
    state: value('state'),
    keys: Object.fromEntries(keys.map(parseKey)),
    seed: wholeNumber('--seed', value('seed')),
    clock: clockMode(value('clock') ?? 'real'),
    dialect: oneOf('--dialect', value('dialect') ?? 'documented', dialects),
    entityLimit: wholeNumber('--entity-limit', value('entity-limit')),
    latency: wholeNumber('--latency', value('latency')),
    adminToken: token(value('admin-token')),
  }
}

function parseFlags(parameters: string[]) {
  const text = { type: 'string' } as const
  const options = {
    port: text,
    host: text,
    key: { type: 'string', multiple: true },
    seed: text,
    clock: text,
    dialect: text,
    'entity-limit': text,
    latency: text,
    state: text,
    'admin-token': text,
  } as const
  try {
    return parseArgs({ args: parameters, options }).values
  } catch (error) {
    const problem = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw new UsageError(`${problem}. See entity-screening serve --help.`)
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

function wholeNumber(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (!/^\d+$/.test(given) || !Number.isSafeInteger(number)) {
    throw new UsageError(`${flag} must be a whole number, not "${given}"`)
  }
  if (flag === '--port' && number > 65_535) throw new UsageError('--port must be from 0 to 65535')
  return number
}

function clockMode(given: string): ClockMode {
  if (!isClockMode(given))
    throw new UsageError(`--clock must be real, manual, or a factor such as x60, not "${given}"`)
  return given
}

function token(given: string | undefined): string | undefined {
  if (given !== undefined && !isKey(given))
    throw new UsageError('--admin-token must be visible characters without spaces')
  return given
}

function oneOf<const Choice extends string>(flag: string, given: string, choices: readonly Choice[]): Choice {
  const found = choices.find(choice => choice === given)
  if (found === undefined)
    throw new UsageError(`${flag} must be one of ${choices.join(', ')}, not "${given}"`)
  return found
}
