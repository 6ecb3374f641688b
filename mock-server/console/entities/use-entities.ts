import { useLive } from '../connection/use-live.ts'
import { useRowLimit } from '../elements/list-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import type { EntityRecord } from './entity-record.ts'
import type { ListFilters } from './list-filters.ts'

/** Returns the first entities of a team that match the filters, and the number of all matches. */
export function useEntities(team: string, filters: ListFilters) {
  const { connection } = useConsole()
  const { limit, showMore } = useRowLimit()
  const filled = Object.entries(filters).filter(([, filter]) => filter.trim() !== '')
  const query = new URLSearchParams({ team, limit: String(limit), ...Object.fromEntries(filled) })
  const { data, path, error } = useLive<{ entities: readonly EntityRecord[]; total: number }>(
    connection,
    `/entities?${query}`,
    ['entities', 'clock'],
  )
  // The shown data may have been read with earlier filters, which are in its path.
  const shownQuery = new URLSearchParams(path?.split('?')[1])
  const isFiltered = ['name', 'type', 'riskLevel', 'caseStatus'].some(name => shownQuery.has(name))
  shownQuery.delete('limit')
  return {
    rows: data?.entities ?? [],
    total: data?.total,
    selection: String(shownQuery),
    isFiltered,
    error,
    showMore,
  }
}
