import * as z from 'zod/mini'
import { text } from '../src/contract/text.ts'
import { maxBulkRows } from '../src/contract/values.ts'
import { isRecord } from '../src/shared/json.ts'
import { isKey } from '../src/shared/key-mask.ts'
import { isOrigin } from '../src/shared/origin.ts'
import { type Behaviour, behaviourSchema, type CompleteBehaviour } from './behaviour.ts'
import type { ServiceResponse } from './callbacks/service-response.ts'
import { type ClockMode, clockNames, maxClockSpeed } from './clock/clock.ts'
import { type Dialect, dialects } from './dialects/index.ts'
import { parseArgument } from './parse-argument.ts'
import { teamFields } from './state/teams.ts'

/** The key that the examples use, and that `serve` uses without `--key`. The key is not secret. */
export const defaultKey = 'test-key'

/**
 * The options of a mock server; every option may be left out.
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
   * The seed of all random values, a whole number: the same seed and the same calls give the same bytes.
   *
   * @default 1
   */
  seed?: number | undefined
  /**
   * How time passes (docs/mock-server.md#time): `manual`, `stepping`, `real`, or 60 times faster with `{ speed: 60 }`. A `manual`
   * clock stands still at 2025-01-01 until it is advanced. A `stepping` clock starts at the same time;
   * each request that reads entities first moves it to the next event of the team, so that polling code makes progress. `real` is
   * the wall clock.
   *
   * @default 'manual'
   */
  clock?: ClockMode | undefined
  /**
   * API keys, each with the identifier of its team; a reset keeps them. Pages from other origins may use the
   * server only if this option contains keys, and the well-known `test-key` is not among them.
   *
   * @default none
   */
  keys?: Readonly<Record<string, string>> | undefined
  /**
   * The maximum number of entities in a team. A request that would create more gets a 403.
   *
   * @default 10000
   */
  entityLimit?: number | undefined
  /**
   * The maximum size of a request body, in bytes. A longer body gets a 413. The limit does not apply to snapshots for the
   * control API. The default is the length of the longest legal body, a bulk request of 1,000 rows, and grows with
   * `maxTextLength`. A client that writes letters as `\u` escapes instead of UTF-8 may need three times as much.
   *
   * @default 24512000
   */
  bodyLimit?: number | undefined
  /**
   * The maximum length of a name or another text, in Unicode code points. A longer value gets a 400, or a row error. The address of a document may always have 2048 characters.
   *
   * @default 1000
   */
  maxTextLength?: number | undefined
  /**
   * The delay of each response, in milliseconds of real time, with any clock. A fault can also delay a response by the server's
   * clock.
   *
   * @default 0
   * @example
   * const server = createMockServer({ latency: 300 })
   */
  latency?: number | undefined
  /**
   * The behaviour on points that the specification leaves open (docs/mock-and-real-service.md). To get the behaviour of your service, run `entity-screening
   * verify`.
   *
   * @default {}
   */
  behaviour?: Behaviour | undefined
  /**
   * The spelling of networks: `documented` as in the specification's tables, `sample` as in its sample, `mixed` by entity. A short
   * form of `behaviour: { dialect }`. If both options are set, they must be equal.
   *
   * @default 'documented'
   */
  dialect?: Dialect | undefined
  /**
   * Changes responses before they are sent, for differences that `behaviour` does not cover (docs/mock-server.md#your-functions). The
   * function gets a
   * copy of each response with its complete body, except for responses of the control API. If the function throws, or returns a
   * promise or a response that HTTP cannot carry, the error is logged, and the response is a 500 with its message. The changes of
   * the request stay.
   *
   * @default none
   */
  transform?: ((response: ServiceResponse) => ServiceResponse) | undefined
  /**
   * Whether names such as `[sanctioned] Acme GmbH` choose the outcome (docs/scenarios.md).
   *
   * @default true
   */
  scenarios?: boolean | undefined
  /**
   * The bearer token that callers of the control API must send (docs/advanced/control-api.md#who-may-call-it). Without it, callers
   * on the same machine need none, and all others are refused.
   *
   * @default none
   */
  adminToken?: string | undefined
  /**
   * Origins whose pages may call the control API, beside pages of this machine, such as `https://tools.example`. If `adminToken` is set, these pages need the token too.
   *
   * @default none
   */
  adminOrigins?: readonly string[] | undefined
  /**
   * Called with a sentence about a probable mistake. Such mistakes are:
   *
   * - a team is polled repeatedly while its screenings wait for a manual clock (once until a reset);
   * - a network is read before its screening ended (once until a reset);
   * - a response that a fault delays waits for a manual clock for more than a second (once);
   * - a key is refused (once for each cause);
   * - a request is refused for its origin or host (once for each);
   * - the name of an entity has a prefix that is not a scenario;
   * - a fault is for a team that does not exist, or `reset()` removes a fault that no request got;
   * - a page that this machine does not serve uses the server: it may be a page in production;
   * - a part of a recording cannot be loaded.
   *
   * If the function throws, the error is logged, and the response does not change.
   *
   * @default console.warn
   */
  warn?: ((sentence: string) => void) | undefined
}

const count = z.int().check(z.minimum(0))
const clockSpeed = z.strictObject({ speed: z.int().check(z.minimum(1), z.maximum(maxClockSpeed)) })
const origin = z
  .string()
  .check(z.refine(isOrigin, { error: 'must be an origin, such as https://tools.example, without a path' }))

/** The longest delay of a response, in milliseconds: a day. */
export const maxLatency = 86_400_000

/** The options that the control API shows. */
const settings = {
  seed: z._default(z.int(), 1),
  entityLimit: z._default(count, 10_000),
  bodyLimit: z.optional(count),
  maxTextLength: z._default(z.int().check(z.minimum(1)), 1000),
  latency: z._default(z.number().check(z.minimum(0), z.maximum(maxLatency)), 0),
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
  behaviour: z.optional(behaviourSchema),
  dialect: z.optional(z.enum(dialects)),
  transform: z.optional(callback),
  warn: z.optional(callback),
})

/**
 * The number of free-text fields in a row of a bulk request: name, first name, last name, registration, national ID and tags.
 */
const textsOfRow = 6

/** The bytes of a row apart from its free-text fields: field names, type, countries, dates. */
const otherBytesOfRow = 512

/**
 * Computes the length of the longest legal body: a bulk request whose free-text fields have the maximum length, in characters of
 * four bytes.
 */
function computeLongestBulk(maxTextLength: number): number {
  return maxBulkRows * (textsOfRow * maxTextLength * 4 + otherBytesOfRow)
}

export interface Settings extends Readonly<z.output<typeof settingsSchema>> {
  /** The option `keys`: the team of each key. */
  readonly keys: Readonly<Record<string, string>>
  readonly bodyLimit: number
  readonly behaviour: CompleteBehaviour
}

export const settingsSchema = z.object(settings)

/** Returns the settings with their defaults. @throws TypeError naming each option that is wrong. */
export function readSettings(options: MockServerOptions): Settings {
  const checked = parseArgument(optionsSchema, options, { caller: 'createMockServer', root: 'the options' })
  const {
    clock: _,
    adminToken: __,
    warn: ___,
    transform: ____,
    keys = {},
    behaviour = z.parse(behaviourSchema, {}),
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
    keys: { ...keys },
    bodyLimit: settings.bodyLimit ?? computeLongestBulk(settings.maxTextLength),
    // A copy, because an engine reads the many fields of the parsed object slowly, and every request reads several of them.
    behaviour: { ...behaviour, ...(dialect && { dialect }) },
  }
}
