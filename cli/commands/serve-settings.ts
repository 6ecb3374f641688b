import { dialects, type MockServerOptions } from '../../mock-server/index.ts'
import { type ClockMode, isClockMode } from '../../mock-server/state/clock.ts'
import { isKey } from '../../src/contract/text.ts'
import type { Environment } from '../command.ts'
import { oneOf, readFlags, wholeNumber } from '../flags.ts'
import { UsageError } from '../usage.ts'

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

export interface ServeSettings extends MockServerOptions {
  readonly listen: { readonly port: number; readonly host: string | undefined }
  readonly state: string | undefined
}

const valued = (value: string) => ({ value, says: '' })

const serveFlags = {
  port: valued('N'),
  host: valued('ADDRESS'),
  key: { ...valued('KEY[=TEAM]'), repeatable: true },
  seed: valued('N'),
  clock: valued('MODE'),
  dialect: valued('NAME'),
  'entity-limit': valued('N'),
  latency: valued('MS'),
  state: valued('FILE'),
  'admin-token': valued('TOKEN'),
}

/** What the flags say, then what the environment says, then the defaults. */
export function readServeSettings(parameters: readonly string[], environment: Environment): ServeSettings {
  const { flags, positionals } = readFlags('serve', serveFlags, parameters)
  if (positionals.length > 0) throw new UsageError('serve takes nothing beside its flags')
  const value = (flag: Exclude<keyof typeof serveFlags, 'key'>) =>
    flags.text(flag) ??
    (environment[`ENTITY_SCREENING_${flag.replaceAll('-', '_').toUpperCase()}`] || undefined)
  const keys = flags.has('key')
    ? flags.texts('key')
    : (environment.ENTITY_SCREENING_KEYS || 'test-key=team-1').split(',')
  return {
    listen: { port: wholeNumber('--port', value('port'), 0, 65_535) ?? 4010, host: value('host') },
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

/** KEY=TEAM, or KEY alone for the team "team-1"; a key may itself end in "=", a team's name may not hold one. */
function parseKey(given: string): [string, string] {
  const at = given.lastIndexOf('=')
  const named = at > 0 && at < given.length - 1
  const key = named ? given.slice(0, at) : given
  if (!isKey(key)) throw new UsageError('--key must be KEY or KEY=TEAM, the key without spaces')
  return [key, named ? given.slice(at + 1) : 'team-1']
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
