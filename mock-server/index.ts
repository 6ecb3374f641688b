/**
 * The mock server: the service in memory, with teams, keys, screening, networks, faults, and a clock that you control. For
 * tests, demos and offline work. All findings are fictional. `server.fetch` works within the process, in every runtime.
 * `entity-screening-sdk/mock-server/msw` and `entity-screening-sdk/mock-server/node` make the server available to network
 * requests.
 *
 * @module entity-screening-sdk/mock-server
 */

export type { HandlerOptions } from './adapters/handler-options.ts'
export { type Persistence, type PersistOptions, persist } from './adapters/persist.ts'
export { createRouteHandler, type PlaywrightRoute } from './adapters/playwright.ts'
export type { Behaviour } from './behaviour.ts'
export type { ServiceResponse } from './callbacks/service-response.ts'
export type { ServerClock } from './clock/clock-control.ts'
export { createMockServer } from './create-mock-server.ts'
export type { Fault } from './faults/fault.ts'
export type { Faults } from './faults/fault-registry.ts'
export type { Fixtures, RecordedFixtures } from './fixtures/load-fixtures.ts'
export type { MockServer } from './mock-server.ts'
export type { MockServerOptions } from './options.ts'
export type { RequestLog } from './request-log/request-log.ts'
export type { RequestRecord } from './request-log/request-record.ts'
export { type Scenario, scenarios } from './screening/scenarios/catalogue.ts'
export type { Snapshot } from './snapshot/snapshot-schema.ts'
export type { TeamOptions } from './state/teams.ts'
