import { useCallback, useState } from 'preact/hooks'
import type { EntityOrder } from '../../admin/entities.ts'
import { useLive } from '../connection/use-live.ts'
import { useConsole } from '../shell/console-context.ts'
import type { levels, types } from './entity-list.tsx'
import type { EntityRecord } from './entity-record.ts'

/** What the entities of a list have in common; a blank filter is none. */
export interface Filters {
  readonly name: string
  readonly type: keyof typeof types
  readonly riskLevel: keyof typeof levels
  readonly caseStatus: string
  readonly order: EntityOrder
}

/** A row of the list; null until it is read. */
export interface EntityRow {
  readonly index: number
  readonly entity: EntityRecord | null
}

const pageSize = 100

/** The entities of a team that fit the filters: those in sight are read, and all are counted. */
export function useEntities(team: string, filters: Filters) {
  const { connection } = useConsole()
  const [first, setFirst] = useState(0)
  const [end, setEnd] = useState(pageSize)
  const given = Object.entries(filters).filter(([, value]) => value.trim() !== '')
  const page = { team, offset: String(first), limit: String(end - first) }
  const path = `/entities?${new URLSearchParams({ ...page, ...Object.fromEntries(given) })}`
  const { data, from, error } = useLive<{ entities: readonly EntityRecord[]; total: number }>(
    connection,
    path,
    ['state', 'clock', 'reset'],
  )
  const onSight = useCallback((from: number, to: number) => {
    setFirst(Math.floor(from / pageSize) * pageSize)
    setEnd(Math.max(1, Math.ceil(to / pageSize)) * pageSize)
  }, [])
  // What was read with: other filters may be set already.
  const read = new URLSearchParams(from.split('?')[1])
  const offset = Number(read.get('offset'))
  const rows = Array.from(
    { length: data?.total ?? 0 },
    (_, index): EntityRow => ({ index, entity: data?.entities[index - offset] ?? null }),
  )
  const isFiltered = ['name', 'type', 'riskLevel', 'caseStatus'].some(name => read.has(name))
  return { rows, total: data?.total, isFiltered, error, onSight }
}
