import * as z from 'zod/mini'
import { describeIssues, formatIssues } from '../src/contract/issues.ts'
import { answerRequest } from './adapters/fetch.ts'
import { type Dialect, dialects } from './dialects/index.ts'
import { dispatch } from './http/dispatch.ts'
import type { Reply } from './http/reply.ts'
import type { IncomingRequest } from './http/request.ts'
import { resultsAfter } from './screening/life.ts'
import type { Level } from './screening/risk.ts'
import type { Server } from './server.ts'
import { type Clock, type ClockMode, createClock, type Duration, latest } from './state/clock.ts'
import { createTeams, isKey, type TeamAccess, type TeamOptions } from './state/teams.ts'

/** How a reference server behaves where the specification leaves it open. */
export interface MockServerOptions {
  /**
   * The same seed and the same calls give the same bytes.
   *
   * @default 1
   */
  seed?: number | undefined
  /**
   * `manual` stands still at 2025-01-01 until it is advanced; `real` goes by itself.
   *
   * @default 'manual'
   */
  clock?: ClockMode | undefined
  /**
   * API keys, each with the identifier of its team. They stay when the server is reset.
   *
   * @default none: `server.teams.create()` makes them
   */
  keys?: Readonly<Record<string, string>> | undefined
  /**
   * How many entities a team may have.
   *
   * @default 10000
   */
  entityLimit?: number | undefined
  /**
   * How long a body may be, in bytes.
   *
   * @default 10485760
   */
  bodyLimit?: number | undefined
  /**
   * How networks are spelled.
   *
   * @default 'documented'
   */
  dialect?: Dialect | undefined
  /**
   * Whether the two web searches refuse calls without a key.
   *
   * @default true
   */
  searchRequiresKey?: boolean | undefined
  /**
   * Whether a single create takes an organization that the team has already.
   *
   * @default 'allow'
   */
  duplicateOrganizations?: 'allow' | 'reject' | undefined
  /**
   * The case status that follows IN_PROGRESS when results are in, by risk level.
   *
   * @default none: the specification names no other, so the entity stays IN_PROGRESS
   */
  caseStatuses?: Readonly<Partial<Record<Level, string>>> | undefined
}

/** The service in memory. */
export interface MockServer {
  /** Answers a request as the service would; may be given to a client as its `fetch`. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Answers a request without `Request` and `Response`: what the adapters call. */
  readonly dispatch: (request: IncomingRequest) => Reply
  readonly teams: {
    /**
     * Makes a team, or one more key for a team.
     *
     * @example
     * const { apiKey } = server.teams.create({ entityLimit: 50 })
     */
    create(options?: TeamOptions): TeamAccess
  }
  readonly clock: {
    /** Milliseconds since 1970. */
    now(): number
    /** Goes forward by a time span such as `'10s'`, or milliseconds. */
    advance(duration: Duration): void
    /** Goes forward to when every screening under way is done. */
    settle(): void
  }
  /** The longest body, in bytes. */
  readonly bodyLimit: number
  /**
   * Sets an entity's case status by hand, until its next rescan.
   *
   * @throws RangeError where no team has the entity.
   */
  setCaseStatus(entityId: string, caseStatus: string): void
  /** Back to the beginning: only the teams and keys given at the start stay, empty. */
  reset(): void
}

const limit = z.optional(z.int().check(z.nonnegative()))

const mockServerOptions = z.strictObject({
  seed: z.optional(z.int()),
  clock: z.optional(z.enum(['manual', 'real'])),
  keys: z.optional(
    z.catchall(z.object({}), z.string().check(z.minLength(1))).check(
      z.refine(keys => Object.keys(keys).every(isKey), {
        error: 'must have keys of visible ASCII characters without spaces, each with its team',
      }),
    ),
  ),
  entityLimit: limit,
  bodyLimit: limit,
  dialect: z.optional(z.enum(dialects)),
  searchRequiresKey: z.optional(z.boolean()),
  duplicateOrganizations: z.optional(z.enum(['allow', 'reject'])),
  caseStatuses: z.optional(
    z.strictObject({
      low: z.optional(z.string()),
      medium: z.optional(z.string()),
      high: z.optional(z.string()),
    }),
  ),
})

/**
 * The Entity Screening Service in memory.
 *
 * @throws TypeError naming each option that is wrong.
 * @example
 * const server = createMockServer()
 * const { apiKey } = server.teams.create()
 * const client = new EntityScreening({ apiKey, baseUrl: 'http://in-process', fetch: server.fetch })
 */
export function createMockServer(options: MockServerOptions = {}): MockServer {
  const checked = mockServerOptions.safeParse(options)
  if (!checked.success) {
    throw new TypeError(
      `createMockServer: ${formatIssues(describeIssues(checked.error, options), 'the options')}`,
    )
  }
  const { seed = 1, entityLimit = 10_000, keys = {} } = options
  const clock: Clock = createClock(options.clock ?? 'manual')
  const teams = createTeams(seed, entityLimit, Object.entries(keys))
  let settledAt = 0

  const server: Server = {
    seed,
    clock,
    teams,
    nobody: { id: '', entityLimit: 0, entities: new Map(), namesakes: new Map(), organizations: new Set() },
    dialect: options.dialect ?? 'documented',
    caseStatuses: options.caseStatuses ?? {},
    searchRequiresKey: options.searchRequiresKey ?? true,
    duplicateOrganizations: options.duplicateOrganizations ?? 'allow',
    bodyLimit: options.bodyLimit ?? 10 * 1024 * 1024,
    screeningStarted(at) {
      settledAt = Math.max(settledAt, at + resultsAfter)
    },
    settle() {
      clock.advance(Math.max(0, Math.min(settledAt, latest) - clock.now()))
    },
    reset() {
      teams.reset()
      clock.reset()
      settledAt = 0
    },
  }
  const answer = (request: IncomingRequest) => dispatch(server, request)

  return {
    fetch: request => answerRequest(answer, request, server.bodyLimit),
    dispatch: answer,
    teams: { create: teams.create },
    clock: {
      now: clock.now,
      advance: duration => void clock.advance(duration),
      settle: server.settle,
    },
    bodyLimit: server.bodyLimit,
    setCaseStatus(entityId, caseStatus) {
      const entity = teams.findEntity(entityId)
      if (entity === undefined) throw new RangeError('setCaseStatus: no team has an entity with this id')
      entity.caseStatus = caseStatus
    },
    reset: server.reset,
  }
}
