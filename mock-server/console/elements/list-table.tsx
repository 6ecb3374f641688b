/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './form.tsx'
import { observeSize } from './observe-size.ts'

export interface GridColumn<Row> {
  readonly title: string
  /** The width of the column, in the syntax of a CSS grid track, such as `96px` or `minmax(0, 1fr)`. */
  readonly track: string
  /** The minimum width of the table at which the column is shown, in pixels; 0 by default. */
  readonly minTableWidth?: number
  /** Whether the cells are aligned at the end of the column, as is usual for numbers. */
  readonly isNumeric?: boolean
  /** Names the place of the cells in a narrow table, for the style sheet. */
  readonly place?: string
  /** The content of a cell. `previous` is the row above; undefined for the first row. */
  readonly cell: (row: Row, previous: Row | undefined) => ComponentChildren
}

type RowKey = string | number

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly GridColumn<Row>[]
  /** The shown rows: the first ones of all. */
  readonly rows: readonly Row[]
  /** The number of all rows. */
  readonly total: number
  readonly keyOf: (row: Row) => RowKey
  readonly isDimmed?: (row: Row) => boolean
  /** The key of the row whose details are shown beside the table. */
  readonly openKey?: RowKey | undefined
  readonly initialKey?: RowKey | undefined
  /** Identifies the filters and the order of the rows. When it changes, the table shows its first rows. */
  readonly selection: string
  /** Whether the table takes the focus when it appears. */
  readonly takesFocus?: boolean
  /** Called for a clicked row, and for the active row on Enter. While a row is open, also called for each row that becomes active. */
  readonly onOpen: (row: Row) => void
  /** Called by the button that shows more rows. */
  readonly onMore: () => void
}

/** The number of rows that a list shows at first, and that its button adds. */
const rowsPerStep = 500
const rowHeight = 32

/** The number of rows that a list shows, and a function that increases it. */
export function useRowLimit() {
  const [limit, setLimit] = useState(rowsPerStep)
  return { limit, showMore: () => setLimit(limit => limit + rowsPerStep) }
}

/** The first rows of a list, with a button for more. Arrows, Page Up, Page Down, Home and End move through it. */
export function ListTable<Row>(props: TableProps<Row>) {
  const {
    label,
    columns,
    rows,
    total,
    keyOf,
    openKey,
    initialKey,
    selection,
    takesFocus = false,
    onOpen,
    onMore,
  } = props
  const tableId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [movedKey, setMovedKey] = useState<RowKey>()
  const activeKey = movedKey ?? initialKey
  const activeIndex = activeKey === undefined ? -1 : rows.findIndex(row => keyOf(row) === activeKey)
  useLayoutEffect(() => observeSize(scroller.current, setSize), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selection is shown from its first row.
  useLayoutEffect(() => scroller.current?.scrollTo(0, 0), [selection])
  useEffect(() => {
    if (takesFocus) scroller.current?.querySelector('table')?.focus()
  }, [takesFocus])
  useEffect(() => {
    if (initialKey !== undefined)
      scroller.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' })
  }, [initialKey])

  function move(index: number): void {
    const next = Math.max(0, Math.min(index, rows.length - 1))
    const row = rows[next]
    if (row === undefined) return
    setMovedKey(keyOf(row))
    if (openKey !== undefined) onOpen(row)
    scroller.current?.querySelector(`[data-index="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const target = targetOf(event.key, activeIndex, rows.length, size.height)
    const row = rows[activeIndex]
    if (target !== undefined) move(target)
    else if (event.key === 'Enter' && row !== undefined) onOpen(row)
    else return
    event.preventDefault()
  }

  function onClick({ target }: MouseEvent): void {
    const element = target instanceof Element ? target.closest('tr') : null
    const row = rows[Number(element?.dataset.index ?? -1)]
    if (row === undefined) return
    setMovedKey(keyOf(row))
    onOpen(row)
  }

  function showMore(): void {
    const last = rows.at(-1)
    if (last !== undefined) setMovedKey(keyOf(last))
    // The button disappears with the last rows.
    scroller.current?.querySelector('table')?.focus()
    onMore()
  }

  const visibleColumns = columns.filter(({ minTableWidth = 0 }) => size.width >= minTableWidth)
  return (
    <div class="scroller" ref={scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: keys move through it, so it is a grid
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-activedescendant={activeIndex < 0 ? undefined : `${tableId}-${activeKey}`}
        tabIndex={0}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <GridHead columns={visibleColumns} />
        <tbody>
          {rows.map((row, index) => (
            <GridRow
              key={keyOf(row)}
              {...props}
              row={row}
              previous={rows[index - 1]}
              id={`${tableId}-${keyOf(row)}`}
              index={index}
              columns={visibleColumns}
              isActive={index === activeIndex}
            />
          ))}
        </tbody>
      </table>
      <MoreRows count={rows.length} total={total} onMore={showMore} />
    </div>
  )
}

interface MoreRowsProps {
  readonly count: number
  readonly total: number
  readonly onMore: () => void
}

/** The button that shows more rows, if there are more. */
function MoreRows({ count, total, onMore }: MoreRowsProps) {
  if (total <= count) return null
  return (
    <p class="more">
      <span class="dim">
        The first {count.toLocaleString('en')} of {total.toLocaleString('en')}{' '}
      </span>
      <Button onClick={onMore}>Show {Math.min(rowsPerStep, total - count)} more</Button>
    </p>
  )
}

function GridHead<Row>({ columns }: Pick<TableProps<Row>, 'columns'>) {
  return (
    <thead>
      <tr aria-rowindex={1} style={{ '--tracks': tracksOf(columns) }}>
        {columns.map(({ title, isNumeric, place }) => (
          <th key={title} scope="col" class={isNumeric ? 'number' : undefined} data-place={place}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface RowProps<Row> extends Pick<TableProps<Row>, 'columns' | 'keyOf' | 'isDimmed' | 'openKey'> {
  readonly row: Row
  readonly previous: Row | undefined
  readonly id: string
  readonly index: number
  readonly isActive: boolean
}

function GridRow<Row>(props: RowProps<Row>) {
  const { row, previous, id, index, columns, keyOf, isDimmed, openKey, isActive } = props
  return (
    <tr
      id={id}
      class={isDimmed?.(row) ? 'dimmed' : undefined}
      data-index={index}
      data-active={isActive}
      aria-rowindex={index + 2}
      aria-selected={keyOf(row) === openKey}
      style={{ '--tracks': tracksOf(columns) }}
    >
      {columns.map(({ title, isNumeric, place, cell }) => (
        // The end of a long name is cut, also if the name is written from right to left.
        <td key={title} class={isNumeric ? 'number' : undefined} data-place={place} dir="auto">
          {cell(row, previous)}
        </td>
      ))}
    </tr>
  )
}

function tracksOf<Row>(columns: readonly GridColumn<Row>[]): string {
  return columns.map(({ track }) => track).join(' ')
}

/** Returns the index of the row that a pressed key moves to; undefined if the key moves to no row. */
function targetOf(key: string, index: number, rowCount: number, height: number): number | undefined {
  const page = Math.max(1, Math.floor(height / rowHeight) - 2)
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: rowCount - 1,
  }
  return targets[key]
}
