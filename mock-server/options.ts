import * as z from 'zod/mini'
import { text } from '../src/contract/text.ts'
import { riskLevels } from '../src/contract/values.ts'
import { isKey } from '../src/shared/key-mask.ts'
import { check } from './check.ts'
import { type Dialect, dialects } from './dialects/index.ts'
import { isOrigin } from './message/origins.ts'
import { type ClockMode, isClockMode } from './state/clock.ts'

/** The key of the examples, and of `serve` without a key: it is no secret. */
export const defaultKey = 'test-key'

/**
 * How a mock server behaves where the specification leaves it open; every option may be left out.
 *
 * @example
 * const server = createMockServer({
 *   clock: 'x60',
 *   keys: { 'test-key': 'team-1' },
 *   entityLimit: 50,
 *   caseStatuses: { low: 'CLEARED', high: 'ESCALATED' },
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
   * the wall clock; `x60` is 60 times faster.
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
   * The longest request body, in bytes; a longer one is a 413. Snapshots may always be as long as the control API's own.
   *
   * @default 10485760
   */
  bodyLimit?: number | undefined
  /**
   * The longest free text of an entity, a document or a team, such as a name, in characters (Unicode code points); a longer one is
   * a 400. The address of a document may always have 2048.
   *
   * @default 1000
   */
  maximumTextLength?: number | undefined
  /**
   * How long each response takes, in milliseconds of the server's clock: with a manual clock it arrives when that is advanced or
   * settled.
   *
   * @default 0
   */
  latency?: number | undefined
  /**
   * How long each response takes in real time, in milliseconds, whatever the clock.
   *
   * @default 0
   */
  realLatency?: number | undefined
  /**
   * How networks are spelled: by the tables of fields, or as the sample payload (specification: Network).
   *
   * @default 'documented'
   */
  dialect?: Dialect | undefined
  /**
   * Whether the two web searches refuse calls without a key (specification: Authentication, rule 4).
   *
   * @default true
   */
  searchRequiresKey?: boolean | undefined
  /**
   * Whether a single creation accepts an organization that the team already has, or responds with 400.
   *
   * @default 'allow'
   */
  duplicateOrganizations?: 'allow' | 'reject' | undefined
  /**
   * Whether a body whose `Content-Type` is missing or not JSON is accepted, with a warning in the request log, or refused with 415.
   *
   * @default 'allow'
   */
  wrongContentType?: 'allow' | 'reject' | undefined
  /**
   * Whether reserved test names such as `[sanctioned] Acme GmbH` have their outcomes.
   *
   * @default true
   */
  scenarios?: boolean | undefined
  /**
   * The case status that follows IN_PROGRESS when results are in, by risk level (specification: States and transitions).
   *
   * @default none: the specification names no other, so the entity stays IN_PROGRESS
   */
  caseStatuses?: Readonly<Partial<Record<(typeof riskLevels)[number], string | undefined>>> | undefined
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
   * Called once, with a sentence, when a team is polled repeatedly while its screenings wait for a manual clock, and once when a
   * delayed response has waited for one for a second.
   *
   * @default console.warn
   */
  warn?: ((sentence: string) => void) | undefined
}

const limit = z.optional(z.int().check(z.nonnegative()))
const latency = z.optional(z.number().check(z.minimum(0), z.maximum(86_400_000)))

const optionsSchema = z.strictObject({
  seed: z.optional(z.int()),
  clock: z.optional(
    z
      .string()
      .check(z.refine(isClockMode, { error: 'must be manual, stepping, real, or a factor such as x60' })),
  ),
  keys: z.optional(
    z.catchall(z.object({}), text).check(
      z.refine(keys => Object.keys(keys).every(isKey), {
        error: 'must have keys of visible ASCII characters without spaces, each with its team',
      }),
    ),
  ),
  entityLimit: limit,
  bodyLimit: limit,
  maximumTextLength: z.optional(z.int().check(z.minimum(1))),
  latency,
  realLatency: latency,
  dialect: z.optional(z.enum(dialects)),
  searchRequiresKey: z.optional(z.boolean()),
  duplicateOrganizations: z.optional(z.enum(['allow', 'reject'])),
  wrongContentType: z.optional(z.enum(['allow', 'reject'])),
  scenarios: z.optional(z.boolean()),
  caseStatuses: z.optional(
    z.strictObject(Object.fromEntries(riskLevels.map(level => [level, z.optional(text)]))),
  ),
  adminToken: z.optional(
    z.string().check(z.refine(isKey, { error: 'must be visible ASCII characters without spaces' })),
  ),
  adminOrigins: z.optional(
    z.array(
      z
        .string()
        .check(
          z.refine(isOrigin, { error: 'must be an origin, such as https://tools.example, without a path' }),
        ),
    ),
  ),
  warn: z.optional(
    z.unknown().check(z.refine(given => typeof given === 'function', { error: 'must be a function' })),
  ),
})

/** @throws TypeError naming each option that is wrong. */
export function checkOptions(options: MockServerOptions): void {
  check(optionsSchema, options, { called: 'createMockServer', root: 'the options' })
}

/** The options that parts of the server read, with their defaults. */
export type Settings = {
  readonly [Name in SettingName]: Exclude<MockServerOptions[Name], undefined>
}

type SettingName = Exclude<keyof MockServerOptions, 'clock' | 'keys' | 'adminToken' | 'warn'>

/** Settings with their defaults; of a server, its own. */
export function settingsOf(options: Pick<MockServerOptions, SettingName>): Settings {
  return {
    seed: options.seed ?? 1,
    entityLimit: options.entityLimit ?? 10_000,
    bodyLimit: options.bodyLimit ?? 10 * 1024 * 1024,
    maximumTextLength: options.maximumTextLength ?? 1000,
    latency: options.latency ?? 0,
    realLatency: options.realLatency ?? 0,
    dialect: options.dialect ?? 'documented',
    searchRequiresKey: options.searchRequiresKey ?? true,
    duplicateOrganizations: options.duplicateOrganizations ?? 'allow',
    wrongContentType: options.wrongContentType ?? 'allow',
    scenarios: options.scenarios ?? true,
    caseStatuses: options.caseStatuses ?? {},
    adminOrigins: options.adminOrigins ?? [],
  }
}
