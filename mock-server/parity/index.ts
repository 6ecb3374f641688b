/**
 * Finds out how a service behaves on points on which its specification is silent. The sources are the requests of an
 * application, or a recording. The result is an option `behaviour` with which the mock server behaves like the service.
 * `entity-screening verify` sends its own requests.
 *
 * @module entity-screening-sdk/mock-server/parity
 */

export type { Exchange } from './exchange.ts'
export { type ObserveOptions, type Observer, observe } from './observe.ts'
export type { Report } from './report.ts'
