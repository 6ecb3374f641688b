/**
 * Finds out how a service behaves on the points that its specification leaves open, from the requests of an application or from
 * a recording. The result is an option `behaviour` that makes the mock server behave like the service. `entity-screening verify`
 * does the same, but sends its own requests. `extractFixtures` returns the entities and networks of a recording for a mock server.
 *
 * @module entity-screening-sdk/mock-server/parity
 */

export type { Exchange } from './exchange.ts'
export type { ProbableRename } from './find-renames.ts'
export { type ObserveOptions, type Observer, observe } from './observe.ts'
export { type ExtractedFixtures, extractFixtures } from './recording/extract-fixtures.ts'
export type { Recording } from './recording/read-har.ts'
export type { Report } from './report.ts'
