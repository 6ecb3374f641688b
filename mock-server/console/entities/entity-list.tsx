/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { Button, Choice, Problem, TextField } from '../elements/form.tsx'
import { type Column, WindowedTable } from '../elements/windowed-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import { toEntity } from '../shell/link.tsx'
import { CreateEntity } from './create-entity.tsx'
import { type EntityRecord, isScreened, riskClass } from './entity-record.ts'
import { LoadEntities } from './load-entities.tsx'
import { type EntityRow, type Filters, useEntities } from './use-entities.ts'

export const types = { '': 'Any', organization: 'Organizations', person: 'Persons' }
export const levels = { '': 'Any', low: 'Low', medium: 'Medium', high: 'High', '-': 'Not screened yet' }

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

const orders = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  updated: 'Updated last',
  name: 'Name',
  risk: 'Highest score',
} as const

export const noFilters: Filters = { name: '', type: '', riskLevel: '', caseStatus: '', order: 'newest' }

interface ListProps {
  readonly team: string
  readonly filters: Filters
  readonly onFilters: (filters: Filters) => void
  /** The entity whose page was closed. */
  readonly returnedFrom: string | undefined
}

export function EntityList({ team, filters, onFilters, returnedFrom }: ListProps) {
  const { routes } = useConsole()
  const { rows, total, isFiltered, error, onSight } = useEntities(team, filters)
  const [open, setOpen] = useState<'create' | 'load'>()
  const dialog = { team, onClose: () => setOpen(undefined) }
  const { name, type, riskLevel, caseStatus, order } = filters
  const set = (changed: Partial<Filters>) => onFilters({ ...filters, ...changed })
  return (
    <>
      <div class="tools">
        <TextField label="Search" hint="part of a name" value={name} onInput={name => set({ name })} />
        <Choice label="Type" options={types} value={type} onChange={type => set({ type })} />
        <Choice label="Risk" options={levels} value={riskLevel} onChange={riskLevel => set({ riskLevel })} />
        <TextField
          label="Status"
          hint="such as IN_PROGRESS"
          value={caseStatus}
          onInput={caseStatus => set({ caseStatus })}
        />
        <Choice label="Order" options={orders} value={order} onChange={order => set({ order })} />
        <Button onClick={() => setOpen('create')}>Create one</Button>
        <Button onClick={() => setOpen('load')}>Load many</Button>
      </div>
      <Problem text={error} />
      <p role="status">{total === undefined ? 'Reading …' : countOf(total, isFiltered)}</p>
      <WindowedTable
        label="Entities"
        columns={columns}
        rows={rows}
        keyOf={({ index }) => index}
        startAt={rows.find(({ entity }) => entity !== null && entity.id === returnedFrom)?.index}
        takesFocus={returnedFrom !== undefined}
        onSight={onSight}
        onOpen={({ entity }) => entity !== null && routes.go(toEntity(entity.id))}
      />
      {open === 'create' && <CreateEntity {...dialog} />}
      {open === 'load' && <LoadEntities {...dialog} />}
    </>
  )
}

function Risk(entity: Pick<EntityRecord, 'riskLevel'>) {
  return <span class={riskClass(entity)}>{isScreened(entity) ? entity.riskLevel : 'no results yet'}</span>
}

function countOf(total: number, isFiltered: boolean): string {
  const entities = `${total.toLocaleString('en')} ${total === 1 ? 'entity' : 'entities'}`
  if (isFiltered) return `${entities} found`
  return total === 0 ? 'No entity yet: create one, load many, or take a scenario.' : entities
}
