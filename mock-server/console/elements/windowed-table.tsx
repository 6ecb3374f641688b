/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { observeSize } from './observe-size.ts'

export interface GridColumn<Row> {
  readonly title: string
  /** The width of the column, in the syntax of a CSS grid track, such as `96px` or `minmax(0, 1fr)`. */
  readonly track: string
  /** The minimum width of the table at which the column is shown, in pixels; 0 by default. */
  readonly minTableWidth?: number
  /** Whether the cells are aligned at the end of the column, as is usual for numbers. */
  readonly isNumeric?: boolean
  readonly cell: (row: Row) => ComponentChildren
}

type RowKey = string | number

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => RowKey
  readonly isDimmed?: (row: Row) => boolean
  /** The key of the row whose details are shown beside the table. */
  readonly openKey?: RowKey | undefined
  readonly initialKey?: RowKey | undefined
  /** Whether the table takes the focus when it appears. */
  readonly takesFocus?: boolean
  /** Called for a clicked row, and for the active row on Enter. While a row is open, also called for each row that becomes active. */
  readonly onOpen: (row: Row) => void
  /** Called with the range of rendered rows, for tables that load rows on demand. */
  readonly onRange?: (first: number, end: number) => void
}

const rowHeight = 32
/** The number of rows that are rendered above and below the visible ones. */
const overscan = 8

/**
 * A table of any length that renders only the visible rows. Arrows, Page Up, Page Down, Home and End move through it. Visible
 * rows keep their place when rows are added above them.
 */
export function WindowedTable<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, openKey, initialKey, takesFocus = false, onOpen, onRange } = props
  const tableId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [scrollTop, setScrollTop] = useState(0)
  const [movedKey, setMovedKey] = useState<RowKey>()
  const activeKey = movedKey ?? initialKey
  useLayoutEffect(() => observeSize(scroller.current, setSize), [])
  useKeepInSight(scroller, rows, keyOf)
  useEffect(() => {
    if (takesFocus) scroller.current?.querySelector('table')?.focus()
  }, [takesFocus])

  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan)
  const end = Math.ceil((scrollTop + size.height) / rowHeight) + overscan
  useEffect(() => onRange?.(first, end), [onRange, first, end])

  function move(index: number): void {
    const next = Math.max(0, Math.min(index, rows.length - 1))
    const row = rows[next]
    if (row === undefined || scroller.current === null) return
    setMovedKey(keyOf(row))
    if (openKey !== undefined) onOpen(row)
    reveal(scroller.current, next)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const index = activeKey === undefined ? -1 : rows.findIndex(row => keyOf(row) === activeKey)
    const target = targetOf(event.key, index, rows.length, size.height)
    const row = rows[index]
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

  const visibleRows = rows.slice(first, end)
  const visibleColumns = columns.filter(({ minTableWidth = 0 }) => size.width >= minTableWidth)
  const isActiveVisible = visibleRows.some(row => keyOf(row) === activeKey)
  return (
    <div class="scroller" ref={scroller} onScroll={event => setScrollTop(event.currentTarget.scrollTop)}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: keys move through it, so it is a grid
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={isActiveVisible ? `${tableId}-${activeKey}` : undefined}
        tabIndex={0}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <GridHead columns={visibleColumns} />
        <tbody style={{ height: `${rows.length * rowHeight}px` }}>
          {visibleRows.map((row, offset) => (
            <GridRow
              key={keyOf(row)}
              {...props}
              row={row}
              id={`${tableId}-${keyOf(row)}`}
              index={first + offset}
              columns={visibleColumns}
              isActive={keyOf(row) === activeKey}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function GridHead<Row>({ columns }: Pick<TableProps<Row>, 'columns'>) {
  return (
    <thead>
      <tr aria-rowindex={1} style={{ gridTemplateColumns: tracksOf(columns) }}>
        {columns.map(({ title, isNumeric }) => (
          <th key={title} scope="col" class={isNumeric ? 'number' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface RowProps<Row> extends Pick<TableProps<Row>, 'columns' | 'keyOf' | 'isDimmed' | 'openKey'> {
  readonly row: Row
  readonly id: string
  readonly index: number
  readonly isActive: boolean
}

function GridRow<Row>({ row, id, index, columns, keyOf, isDimmed, openKey, isActive }: RowProps<Row>) {
  return (
    <tr
      id={id}
      class={isDimmed?.(row) ? 'dimmed' : undefined}
      data-index={index}
      data-active={isActive}
      aria-rowindex={index + 2}
      aria-selected={keyOf(row) === openKey}
      style={{ gridTemplateColumns: tracksOf(columns), top: `${index * rowHeight}px` }}
    >
      {columns.map(({ title, isNumeric, cell }) => (
        <td key={title} class={isNumeric ? 'number' : undefined}>
          {cell(row)}
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

/** Scrolls as little as possible to show a row. */
function reveal(scroller: HTMLElement, index: number): void {
  const top = index * rowHeight
  // The table's header covers the height of one row.
  const room = scroller.clientHeight - rowHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room
}

/** Keeps visible rows in place when rows above them are added or removed. At the top of the table, new rows become visible. */
function useKeepInSight<Row>(
  scroller: { readonly current: HTMLDivElement | null },
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
): void {
  const previousRows = useRef(rows)
  useLayoutEffect(() => {
    const element = scroller.current
    const previous = previousRows.current
    previousRows.current = rows
    if (previous === rows || element === null || element.scrollTop === 0) return
    const index = Math.floor(element.scrollTop / rowHeight)
    const anchor = previous[index]
    if (anchor === undefined) return
    const key = keyOf(anchor)
    const nextIndex = rows.findIndex(row => keyOf(row) === key)
    if (nextIndex !== -1 && nextIndex !== index) element.scrollTop += (nextIndex - index) * rowHeight
  })
}
