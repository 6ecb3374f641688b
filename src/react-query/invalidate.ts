import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'
import type { Entity } from '../model/entity.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'
import { tryStringify } from '../shared/json.ts'

/** The prefix of the keys of entities. The name of an operation and its input follow it. */
export type EntitiesKey = readonly ['entity-screening', scope: string, 'entities']

/**
 * For each operation that reads entities, the operations whose data depends on them. No operation depends on itself, not even
 * through others: otherwise reads that disagree would invalidate each other forever.
 */
const dependents: Readonly<Record<'list' | 'get', readonly unknown[]>> = {
  list: ['get', 'network', 'search'],
  get: ['network', 'search'],
}

/** For each cache and scope, the entities as they were last read, by id. */
const lastReads = new WeakMap<QueryClient, Map<string, Map<string, unknown>>>()

/**
 * Invalidates the data that depends on the entities that changed since they were last read. An entity that is read for the first
 * time counts as changed, because its network may have been read before it changed. Cached entities are not compared, because the
 * user may have set them.
 *
 * @param operation - The operation that read the entities.
 */
export function invalidateChanged(
  client: QueryClient,
  key: EntitiesKey,
  operation: 'list' | 'get',
  entities: readonly Entity[],
): void {
  const reads = getOrInsert(lastReads, client, () => new Map())
  const lastRead = getOrInsert(reads, key[1], () => new Map())
  // An entity that cannot be written as JSON equals only itself.
  const states = new Map(entities.map(entity => [entity.id, tryStringify(entity) ?? entity]))
  const changed = new Set<unknown>()
  for (const [id, state] of states) if (lastRead.get(id) !== state) changed.add(id)
  // Entities of an earlier list are forgotten. The team may be another one.
  if (operation === 'list') lastRead.clear()
  for (const [id, state] of states) lastRead.set(id, state)
  if (changed.size === 0) return
  const isDependent = ({ queryKey }: { readonly queryKey: QueryKey }) => {
    const [name, input] = queryKey.slice(key.length)
    return dependents[operation].includes(name) && (name === 'search' || changed.has(input))
  }
  // The read is not delayed by the refetches.
  void invalidate(client, { queryKey: key, predicate: isDependent })
}

/**
 * Invalidates queries, and resolves after the shown ones have been refetched. Never rejects.
 *
 * An invalidation does not restart a query that is being fetched for the first time or is not shown, although the fetch may have
 * begun before the change. Such queries are invalidated again after they end.
 */
export async function invalidate(client: QueryClient, filters: QueryFilters): Promise<void> {
  const unrestarted = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(query => query.state.data === undefined || !query.isActive())
  const fetches = unrestarted.map(({ promise }) => promise)
  await client.invalidateQueries(filters)
  if (fetches.length === 0) return
  await Promise.allSettled(fetches)
  await client.invalidateQueries({ predicate: query => unrestarted.includes(query) })
}
