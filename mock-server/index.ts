/**
 * The mock server: the service in memory, with teams, keys, screening, networks, faults, and a clock that you control. For tests,
 * demos and offline work; all findings are fictional. `server.fetch` works in process, in every runtime;
 * `entity-screening-sdk/mock-server/msw` and `entity-screening-sdk/mock-server/node` put it behind a network.
 *
 * @module entity-screening-sdk/mock-server
 */

export { type Persistence, type PersistOptions, persist } from './adapters/persist.ts'
export { createMockServer } from './create-mock-server.ts'
export { type Dialect, dialects } from './dialects/index.ts'
export type { ActiveFault, Faults } from './faults/active.ts'
export { type Fault, type FaultKind, faultKinds } from './faults/fault.ts'
export type { FixtureEntity, FixtureNetwork, Fixtures } from './fixtures/load.ts'
export type { Reply } from './message/reply.ts'
export type { IncomingRequest } from './message/request.ts'
export type { MockServerOptions } from './options.ts'
export { type MatchReason, matchReasons } from './screening/matching/match.ts'
export { type Scenario, type ScenarioId, scenarios } from './screening/scenarios/catalogue.ts'
export type { MockServer, ServerClock, ServerTeams } from './server.ts'
export { type Change, changeSchema, type Snapshot, snapshotSchema } from './state/changes.ts'
export type { ClockMode, Duration } from './state/clock.ts'
export type { ChangeListener } from './state/pending.ts'
export type { RequestLog, RequestRecord } from './state/request-log.ts'
export type { TeamAccess, TeamOptions } from './state/teams.ts'
