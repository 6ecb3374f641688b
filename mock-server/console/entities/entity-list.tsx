/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { Choice } from '../elements/choice.tsx'
import { Problem } from '../elements/problem.tsx'
import { TextField } from '../elements/text-field.tsx'
import { type Column, WindowedTable } from '../elements/windowed-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import { CreateEntity } from './create-entity.tsx'
import { isScreened, riskClass } from './entity-record.ts'
import { LoadEntities } from './load-entities.tsx'
import { type EntityRow, type Filters, useEntities } from './use-entities.ts'

const types = { '': 'Any', organization: 'Organizations', person: 'Persons' }
const levels = { '': 'Any', low: 'Low', medium: 'Medium', high: 'High', '-': 'Not screened yet' }

const columns: readonly Column<EntityRow>[] = [
  { title: 'Name', track: 'minmax(128px, 3fr)', cell: ({ entity }) => entity?.name ?? '…' },
  { title: 'Risk', track: '128px', cell: ({ entity }) => entity !== null && <Risk {...entity} /> },
  {
    title: 'Score',
    track: '56px',
    from: 480,
    cell: ({ entity }) => entity && isScreened(entity) && entity.riskScore,
  },
  { title: 'Status', track: 'minmax(120px, 1fr)', from: 600, cell: ({ entity }) => entity?.caseStatus },
  { title: 'Type', track: '104px', from: 720, cell: ({ entity }) => entity?.type },
  { title: 'Country', track: '72px', from: 720, cell: ({ entity }) => entity?.countryCode },
  {
    title: 'Registration',
    track: 'minmax(96px, 1fr)',
    from: 960,
    cell: ({ entity }) => entity?.registration,
  },
  { title: 'Updated', track: '112px', from: 960, cell: ({ entity }) => entity?.lastUpdate },
]

export const noFilters: Filters = { name: '', type: '', riskLevel: '', caseStatus: '', order: 'newest' }

const orders = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  updated: 'Updated last',
  name: 'Name',
  risk: 'Highest score',
} as const

/** The entities of a team. */
export function EntityList({
  team,
  filters,
  onFilters,
  returnedFrom,
}: {
  team: string
  filters: Filters
  onFilters: (filters: Filters) => void
  /** The entity whose page was closed. */
  returnedFrom: string | undefined
}) {
  const { routes } = useConsole()
  const { rows, data, error, onSight } = useEntities(team, filters)
  const [open, setOpen] = useState<'create' | 'load'>()
  const close = () => setOpen(undefined)
  const set = (changed: Partial<Filters>) => onFilters({ ...filters, ...changed })
  return (
    <>
      <div class="tools">
        <TextField
          label="Search"
          hint="part of a name"
          value={filters.name}
          onInput={name => set({ name })}
        />
        <Choice
          label="Type"
          options={types}
          value={keyOf(types, filters.type)}
          onChange={type => set({ type })}
        />
        <Choice
          label="Risk"
          options={levels}
          value={keyOf(levels, filters.riskLevel)}
          onChange={riskLevel => set({ riskLevel })}
        />
        <TextField
          label="Status"
          hint="such as IN_PROGRESS"
          value={filters.caseStatus}
          onInput={caseStatus => set({ caseStatus })}
        />
        <Choice label="Order" options={orders} value={filters.order} onChange={order => set({ order })} />
        <button type="button" onClick={() => setOpen('create')}>
          Create one
        </button>
        <button type="button" onClick={() => setOpen('load')}>
          Load many
        </button>
      </div>
      <Problem text={error} />
      <p class="count" role="status">
        {data === undefined ? 'Reading …' : countOf(data.total, data.filters)}
      </p>
      <WindowedTable
        label="Entities"
        columns={columns}
        rows={rows}
        keyOf={({ index }) => index}
        startAt={rows.find(({ entity }) => entity !== null && entity.id === returnedFrom)?.index}
        takesFocus={returnedFrom !== undefined}
        onSight={onSight}
        onOpen={({ entity }) => entity !== null && routes.go(`/entities/${encodeURIComponent(entity.id)}`)}
      />
      {open === 'create' && <CreateEntity team={team} onClose={close} />}
      {open === 'load' && <LoadEntities team={team} onClose={close} />}
    </>
  )
}

function Risk(entity: { riskLevel: string }) {
  return <span class={riskClass(entity)}>{isScreened(entity) ? entity.riskLevel : 'no results yet'}</span>
}

function keyOf<Options extends object>(options: Options, value: string): keyof Options & string {
  const found = Object.keys(options).find((key): key is keyof Options & string => key === value)
  if (found === undefined) throw new TypeError(`there is no choice ${value}`)
  return found
}

function countOf(total: number, filters: Filters): string {
  const { order: _, ...others } = filters
  const isFiltered = Object.values(others).some(value => value.trim() !== '')
  const entities = `${total.toLocaleString('en')} ${total === 1 ? 'entity' : 'entities'}`
  if (isFiltered) return `${entities} found`
  return total === 0 ? 'No entity yet: create one, load many, or take a scenario.' : entities
}
