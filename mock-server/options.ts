import * as z from 'zod/mini'
import { text } from '../src/contract/text.ts'
import { maxBulkRows } from '../src/contract/values.ts'
import { isRecord } from '../src/shared/json.ts'
import { isKey } from '../src/shared/key-mask.ts'
import { type Behaviour, behaviourSchema, type CompleteBehaviour } from './behaviour.ts'
import type { ServiceResponse } from './callbacks/transform.ts'
import { type ClockMode, clockNames, maxClockSpeed } from './clock/clock.ts'
import { type Dialect, dialects } from './dialects/index.ts'
import { isOrigin } from './message/origins.ts'
import { parseArgument } from './parse-argument.ts'
import { teamFields } from './state/teams.ts'

/** The key of the examples, and of `serve` without a key: it is not secret. */
export const defaultKey = 'test-key'

/**
 * How a mock server behaves where the specification leaves it open; every option may be left out.
 *
 * @example
 * const server = createMockServer({
 *   clock: { speed: 60 },
 *   keys: { 'test-key': 'team-1' },
 *   entityLimit: 50,
 *   behaviour: { caseStatuses: { low: 'CLEARED', high: 'ESCALATED' } },
 * })
 */
export interface MockServerOptions {
  /**
   * A whole number from which all randomness comes: the same seed and the same calls give the same bytes.
   *
   * @default 1
   */
  seed?: number | undefined
  /**
   * How time passes: a `manual` clock stands still at 2025-01-01 until it is advanced; a `stepping` one starts there too, and
   * each request that reads entities first moves it to the team's next event, so that polling code makes progress; `real` is
   * the wall clock; `{ speed: 60 }` is 60 times faster.
   *
   * @default 'manual'
   */
  clock?: ClockMode | undefined
  /**
   * API keys, each with the identifier of its team. They stay when the server is reset. Pages of other origins are allowed
   * only if keys are given, and the well-known `test-key` is the key of no team.
   *
   * @default none: `server.teams.create()` makes them
   */
  keys?: Readonly<Record<string, string>> | undefined
  /**
   * How many entities a team may have; creating more is a 403 (specification: Limits).
   *
   * @default 10000
   */
  entityLimit?: number | undefined
  /**
   * The longest request body, in bytes; a longer one is a 413. Snapshots may always be as long as the control API's own. The default
   * is the longest legal body, a bulk request of 1,000 rows, and follows `maxTextLength`. A client that writes letters as `\u` escapes
   * instead of UTF-8 may need three times as much.
   *
   * @default 24512000
   */
  bodyLimit?: number | undefined
  /**
   * The longest free text of an entity, a document or a team, such as a name, in characters (Unicode code points); a longer one is
   * a 400. The address of a document may always have 2048.
   *
   * @default 1000
   */
  maxTextLength?: number | undefined
  /**
   * How long each response takes, and by which clock.
   *
   * @default none
   */
  latency?: Latency | undefined
  /**
   * How it behaves where the specification leaves it open; `entity-screening verify` writes that of your service.
   *
   * @default {}
   */
  behaviour?: Behaviour | undefined
  /**
   * Short for `behaviour: { dialect }`: how networks are spelled. If both are given, they must agree.
   *
   * @default 'documented'
   */
  dialect?: Dialect | undefined
  /**
   * Changes responses of the service before they are sent, for what `behaviour` cannot say. It gets copies, whole bodies, also of
   * long lists, and no response of the control API. If it throws, or returns a promise or what HTTP cannot carry, the response is a
   * 500 that names it, and what the request changed is taken back.
   *
   * @default none
   */
  transform?: ((response: ServiceResponse) => ServiceResponse) | undefined
  /**
   * Whether reserved test names such as `[sanctioned] Acme GmbH` have their outcomes.
   *
   * @default true
   */
  scenarios?: boolean | undefined
  /**
   * The bearer token that callers of the control API must send.
   *
   * @default none: callers on the same machine need none, all others are refused
   */
  adminToken?: string | undefined
  /**
   * Origins whose pages may call the control API, beside those of this machine, such as `https://tools.example`. With a token,
   * their pages need it too.
   *
   * @default none
   */
  adminOrigins?: readonly string[] | undefined
  /**
   * Called with a sentence about what is probably a mistake: once when a team is polled repeatedly while its screenings wait for a
   * manual clock, once when a delayed response has waited for one for a second, once for each cause of a refused key, for names
   * with a prefix that is not a scenario, for faults of a team that does not exist, and for each part of a recording that cannot be
   * loaded. Its failure has no effect, and is logged once.
   *
   * @default console.warn
   */
  warn?: ((sentence: string) => void) | undefined
}

/**
 * A delay of each response.
 *
 * @example
 * const latency: Latency = { ms: 300, clock: 'real' }
 */
export interface Latency {
  /** Milliseconds. */
  readonly ms: number
  /**
   * `real` delays in real time; `virtual` delays by the server's clock: with a manual one, a response arrives when
   * it is advanced or settled.
   */
  readonly clock: 'virtual' | 'real'
}

const count = z.int().check(z.minimum(0))
const latency = z.strictObject({
  ms: z.number().check(z.minimum(0), z.maximum(86_400_000)),
  clock: z.enum(['virtual', 'real']),
})
const clockSpeed = z.strictObject({ speed: z.int().check(z.minimum(1), z.maximum(maxClockSpeed)) })
const origin = z
  .string()
  .check(z.refine(isOrigin, { error: 'must be an origin, such as https://tools.example, without a path' }))

/** The options that parts of the server read. */
const settings = {
  seed: z._default(z.int(), 1),
  entityLimit: z._default(count, 10_000),
  bodyLimit: z.optional(count),
  maxTextLength: z._default(z.int().check(z.minimum(1)), 1000),
  latency: z.optional(latency),
  scenarios: z._default(z.boolean(), true),
  adminOrigins: z._default(z.array(origin), []),
}

const callback = z
  .unknown()
  .check(z.refine(option => typeof option === 'function', { error: 'must be a function' }))

const optionsSchema = z.strictObject({
  ...settings,
  clock: z.optional(
    z.union([z.enum(clockNames), clockSpeed], {
      error: `must be ${clockNames.join(', ')}, or { speed } with a whole number from 1 to ${maxClockSpeed}`,
    }),
  ),
  keys: z.optional(
    z.pipe(
      z.unknown().check(
        z.refine(keys => isRecord(keys) && !(Symbol.iterator in keys), {
          error: "must be an object such as { 'my-key': 'team-1' }",
        }),
      ),
      z.catchall(z.object({}), text).check(
        z.refine(keys => Object.keys(keys).every(isKey), {
          error: 'must have keys of visible ASCII characters without spaces, each with its team',
        }),
      ),
    ),
  ),
  adminToken: z.optional(teamFields.apiKey),
  behaviour: z.prefault(behaviourSchema, {}),
  dialect: z.optional(z.enum(dialects)),
  transform: z.optional(callback),
  warn: z.optional(callback),
})

/** The texts of a row in a bulk request: its name, first and last name, registration, national ID and tags. */
const textsOfRow = 6

/** The bytes of everything else in a row: names of fields, type, countries, dates. */
const otherBytesOfRow = 512

/** The longest legal body in UTF-8: a bulk request whose texts have as many characters as may be, of four bytes each. */
function computeLongestBulk(maxTextLength: number): number {
  return maxBulkRows * (textsOfRow * maxTextLength * 4 + otherBytesOfRow)
}

export interface Settings extends Readonly<z.output<typeof settingsSchema>> {
  readonly bodyLimit: number
  readonly behaviour: CompleteBehaviour
}

export const settingsSchema = z.object(settings)

/** The settings with their defaults. @throws TypeError naming each option that is wrong. */
export function readSettings(options: MockServerOptions): Settings {
  const checked = parseArgument(optionsSchema, options, { caller: 'createMockServer', root: 'the options' })
  const {
    clock: _,
    keys: __,
    adminToken: ___,
    warn: ____,
    transform: _____,
    behaviour,
    dialect,
    ...settings
  } = checked
  const otherDialect = options.behaviour?.dialect ?? dialect
  if (dialect !== undefined && otherDialect !== dialect)
    throw new TypeError(
      `createMockServer: dialect is "${dialect}", but behaviour.dialect "${otherDialect}": give one of them`,
    )
  return {
    ...settings,
    bodyLimit: settings.bodyLimit ?? computeLongestBulk(settings.maxTextLength),
    behaviour: dialect === undefined ? behaviour : { ...behaviour, dialect },
  }
}
