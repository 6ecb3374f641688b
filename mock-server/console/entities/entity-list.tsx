/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { Button, Choice, Problem, TextField } from '../elements/form.tsx'
import { type GridColumn, ListTable } from '../elements/list-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import { toEntity } from '../shell/route-link.tsx'
import { CreateEntityDialog } from './create-entity-dialog.tsx'
import { type EntityRecord, isScreened, riskClass } from './entity-record.ts'
import { type ListFilters, levelFilters, typeFilters } from './list-filters.ts'
import { LoadEntitiesDialog } from './load-entities-dialog.tsx'
import { useEntities } from './use-entities.ts'

const columns: readonly GridColumn<EntityRecord>[] = [
  { title: 'Name', track: 'minmax(128px, 3fr)', cell: ({ name }) => name },
  { title: 'Risk', track: '128px', cell: entity => <Risk {...entity} /> },
  {
    title: 'Score',
    track: '60px',
    minTableWidth: 480,
    isNumeric: true,
    cell: entity => isScreened(entity) && entity.riskScore,
  },
  { title: 'Status', track: 'minmax(120px, 1fr)', minTableWidth: 600, cell: ({ caseStatus }) => caseStatus },
  { title: 'Type', track: '104px', minTableWidth: 720, cell: ({ type }) => type },
  { title: 'Country', track: '72px', minTableWidth: 720, cell: ({ countryCode }) => countryCode },
  {
    title: 'Registration',
    track: 'minmax(96px, 1fr)',
    minTableWidth: 960,
    cell: ({ registration }) => registration,
  },
  { title: 'Updated', track: '112px', minTableWidth: 960, cell: ({ lastUpdate }) => lastUpdate },
]

const orders = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  updated: 'Updated last',
  name: 'Name',
  risk: 'Highest score',
} as const

interface ListProps {
  readonly team: string
  readonly filters: ListFilters
  readonly onFilters: (filters: ListFilters) => void
  /** The id of the entity whose page was closed. */
  readonly returnedFrom: string | undefined
}

export function EntityList({ team, filters, onFilters, returnedFrom }: ListProps) {
  const { routes } = useConsole()
  const { rows, total, selection, isFiltered, error, showMore } = useEntities(team, filters)
  const [openDialog, setOpenDialog] = useState<'create' | 'load'>()
  const dialogProps = { team, onClose: () => setOpenDialog(undefined) }
  const { name, type, riskLevel, caseStatus, order } = filters
  const change = (changes: Partial<ListFilters>) => onFilters({ ...filters, ...changes })
  return (
    <>
      <div class="tools">
        <TextField label="Search" hint="part of a name" value={name} onInput={name => change({ name })} />
        <Choice label="Type" options={typeFilters} value={type} onChange={type => change({ type })} />
        <Choice
          label="Risk"
          options={levelFilters}
          value={riskLevel}
          onChange={riskLevel => change({ riskLevel })}
        />
        <TextField
          label="Status"
          hint="IN_PROGRESS, …"
          value={caseStatus}
          onInput={caseStatus => change({ caseStatus })}
        />
        <Choice label="Order" options={orders} value={order} onChange={order => change({ order })} />
        <span class="buttons">
          <Button onClick={() => setOpenDialog('create')}>Create one</Button>
          <Button onClick={() => setOpenDialog('load')}>Load many</Button>
        </span>
      </div>
      <Problem text={error} />
      <p class="dim" role="status">
        {total === undefined ? 'Reading …' : describeCount(total, isFiltered)}
      </p>
      <ListTable
        label="Entities"
        columns={columns}
        rows={rows}
        total={total ?? 0}
        keyOf={({ id }) => String(id)}
        selection={selection}
        initialKey={rows.some(({ id }) => id === returnedFrom) ? returnedFrom : undefined}
        takesFocus={returnedFrom !== undefined}
        onOpen={({ id }) => routes.go(toEntity(String(id)))}
        onMore={showMore}
      />
      {openDialog === 'create' && <CreateEntityDialog {...dialogProps} />}
      {openDialog === 'load' && <LoadEntitiesDialog {...dialogProps} />}
    </>
  )
}

function Risk(entity: Pick<EntityRecord, 'riskLevel'>) {
  return <span class={riskClass(entity)}>{isScreened(entity) ? entity.riskLevel : 'no results yet'}</span>
}

function describeCount(total: number, isFiltered: boolean): string {
  const entities = `${total.toLocaleString('en')} ${total === 1 ? 'entity' : 'entities'}`
  if (isFiltered) return `${entities} found`
  return total === 0 ? 'No entity yet: create one, load many, or take a scenario.' : entities
}
