/**
 * How a service behaves where its specification is silent: looked at while an application uses it, or recorded. What differs from
 * the mock server comes out as a `behaviour`, with which the mock server does as the service does. `entity-screening verify` asks
 * by itself.
 *
 * @module entity-screening-sdk/mock-server/parity
 */

export type { Exchange } from './exchange.ts'
export { type ObserveOptions, type Observer, observe } from './observe.ts'
export type { Finding, Report } from './report.ts'
