/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useConsole } from '../shell/console-context.ts'
import type { ViewProps } from '../shell/view-props.ts'
import { EntityList } from './entity-list.tsx'
import { EntityPage } from './entity-page.tsx'
import { blankFilters } from './list-filters.ts'

export function EntitiesView({ path: [id] }: ViewProps) {
  const { team } = useConsole()
  const [filters, setFilters] = useState(blankFilters)
  const lastId = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (id !== undefined) lastId.current = id
  }, [id])
  if (id !== undefined) return <EntityPage key={id} id={id} />
  if (team === undefined) return <p>Reading …</p>
  if (team === null) return <p>There is no team yet. Create one under State.</p>
  const list = { team, filters, onFilters: setFilters, returnedFrom: lastId.current }
  return <EntityList key={team} {...list} />
}
