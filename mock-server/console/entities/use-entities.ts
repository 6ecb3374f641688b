import { useCallback, useState } from 'preact/hooks'
import type { EntityOrder } from '../../admin/entities.ts'
import { useLive } from '../connection/use-live.ts'
import { useConsole } from '../shell/console-context.ts'
import type { levelFilters, typeFilters } from './entity-list.tsx'
import type { EntityRecord } from './entity-record.ts'

/** The filters of the list, and the order of the list. A blank filter matches every entity. */
export interface ListFilters {
  readonly name: string
  readonly type: keyof typeof typeFilters
  readonly riskLevel: keyof typeof levelFilters
  readonly caseStatus: string
  readonly order: EntityOrder
}

/** A row of the list. The entity is null until it has been read. */
export interface EntityRow {
  readonly index: number
  readonly entity: EntityRecord | null
}

const pageSize = 100

/** Returns the visible entities of a team that match the filters, and the number of all matches. */
export function useEntities(team: string, filters: ListFilters) {
  const { connection } = useConsole()
  const [first, setFirst] = useState(0)
  const [end, setEnd] = useState(pageSize)
  const filled = Object.entries(filters).filter(([, filter]) => filter.trim() !== '')
  const page = { team, offset: String(first), limit: String(end - first) }
  const listPath = `/entities?${new URLSearchParams({ ...page, ...Object.fromEntries(filled) })}`
  const { data, path, error } = useLive<{ entities: readonly EntityRecord[]; total: number }>(
    connection,
    listPath,
    ['state', 'clock', 'reset'],
  )
  const onRange = useCallback((firstRow: number, endRow: number) => {
    setFirst(Math.floor(firstRow / pageSize) * pageSize)
    setEnd(Math.max(1, Math.ceil(endRow / pageSize)) * pageSize)
  }, [])
  // The shown data may have been read with earlier filters, which are in its path.
  const query = new URLSearchParams(path?.split('?')[1])
  const offset = Number(query.get('offset'))
  const rows = Array.from(
    { length: data?.total ?? 0 },
    (_, index): EntityRow => ({ index, entity: data?.entities[index - offset] ?? null }),
  )
  const isFiltered = ['name', 'type', 'riskLevel', 'caseStatus'].some(name => query.has(name))
  return { rows, total: data?.total, isFiltered, error, onRange }
}
