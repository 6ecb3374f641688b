import { useCallback, useState } from 'preact/hooks'
import type { EntityOrder } from '../../admin/entities.ts'
import { useLive } from '../connection/use-live.ts'
import { useConsole } from '../shell/console-context.ts'
import type { EntityRecord } from './entity-record.ts'

/** What the entities of a list have in common; a blank filter is none. */
export interface Filters {
  readonly name: string
  readonly type: string
  readonly riskLevel: string
  readonly caseStatus: string
  readonly order: EntityOrder
}

/** A row of the list; null until it is read. */
export interface EntityRow {
  readonly index: number
  readonly entity: EntityRecord | null
}

interface Page {
  readonly entities: readonly EntityRecord[]
  readonly total: number
  readonly offset: number
  /** Those that it was read with: others may be set already. */
  readonly filters: Filters
}

const pageSize = 100

/** The entities of a team that fit the filters: those in sight are read, and all are counted. */
export function useEntities(team: string, filters: Filters) {
  const { connection } = useConsole()
  const [first, setFirst] = useState(0)
  const [end, setEnd] = useState(pageSize)
  const query = new URLSearchParams({
    team,
    ...given(filters),
    offset: String(first),
    limit: String(end - first),
  })
  const path = `/entities?${query}`
  const load = useCallback(
    async (): Promise<Page> => ({
      ...(await connection.call<Omit<Page, 'offset' | 'filters'>>('GET', path)),
      offset: first,
      filters,
    }),
    [connection, path, first, filters],
  )
  const { data, error } = useLive(connection, load, ['state', 'clock', 'reset'])
  const onSight = useCallback((from: number, to: number) => {
    setFirst(Math.floor(from / pageSize) * pageSize)
    setEnd(Math.max(1, Math.ceil(to / pageSize)) * pageSize)
  }, [])
  const rows = Array.from(
    { length: data?.total ?? 0 },
    (_, index): EntityRow => ({ index, entity: data?.entities[index - data.offset] ?? null }),
  )
  return { rows, data, error, onSight }
}

function given(filters: Filters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value.trim() !== ''))
}
