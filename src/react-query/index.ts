/**
 * Query and mutation options of TanStack Query 5 for the client's calls: keys, types, and cache invalidation. The options are
 * plain objects without hooks, so they also work for prefetching on a server. This module runs wherever React does.
 *
 * @module entity-screening-sdk/react-query
 */

export {
  type ScreeningMutation,
  type ScreeningQueries,
  type ScreeningQuery,
  screeningQueries,
} from './screening-queries.ts'
