/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface Column<Row> {
  readonly title: string
  /** Its width as a track of a CSS grid, such as `96px` or `minmax(0, 1fr)`. */
  readonly track: string
  /** The width of the table, in pixels, from which on it is shown; left out, always. */
  readonly from?: number
  readonly cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** The key of the row that is open beside the table. */
  readonly selected?: string | number | undefined
  readonly startAt?: string | number | undefined
  /** Whether it takes the focus when it is shown. */
  readonly takesFocus?: boolean
  /** Called by a click, by Enter on the active row, and, where a row is open, with each row that becomes active. */
  readonly onOpen: (row: Row) => void
  /** Called with the rows that are rendered, for those that are read when they come in sight. */
  readonly onSight?: (first: number, end: number) => void
}

const rowHeight = 28
const beyond = 8

/**
 * A table of any length that renders the rows in sight only. Arrows, Page Up, Page Down, Home and End move through it; what is
 * in sight stays there when rows are added above.
 */
export function WindowedTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  selected,
  startAt,
  takesFocus = false,
  onOpen,
  onSight,
}: TableProps<Row>) {
  const name = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [moved, setActive] = useState<string | number>()
  const active = moved ?? startAt
  useLayoutEffect(() => observeSize(scroller.current, setSize), [])
  useKeepInSight(scroller, rows, keyOf)
  useEffect(() => {
    if (takesFocus) scroller.current?.querySelector('table')?.focus()
  }, [takesFocus])

  const shown = columns.filter(({ from = 0 }) => size.width >= from)
  const tracks = shown.map(({ track }) => track).join(' ')
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const end = Math.ceil((top + size.height) / rowHeight) + beyond
  const visible = rows.slice(first, end)
  useEffect(() => onSight?.(first, end), [onSight, first, end])
  const idOf = (key: string | number) => `${name}-${key}`

  function move(index: number): void {
    const next = Math.max(0, Math.min(index, rows.length - 1))
    const row = rows[next]
    const element = scroller.current
    if (row === undefined || element === null) return
    setActive(keyOf(row))
    if (selected !== undefined) onOpen(row)
    const rowTop = next * rowHeight
    // The head of the table covers the height of one row.
    const room = element.clientHeight - rowHeight
    if (rowTop < element.scrollTop) element.scrollTop = rowTop
    else if (rowTop + rowHeight > element.scrollTop + room) element.scrollTop = rowTop + rowHeight - room
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = active === undefined ? -1 : rows.findIndex(row => keyOf(row) === active)
    const page = Math.max(1, Math.floor(size.height / rowHeight) - 2)
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }
    const target = targets[event.key]
    const row = rows[at]
    if (target !== undefined) move(target)
    else if (event.key === 'Enter' && row !== undefined) onOpen(row)
    else return
    event.preventDefault()
  }

  function onClick({ target }: MouseEvent): void {
    const element = target instanceof Element ? target.closest('tr') : null
    const row = rows[Number(element?.dataset.index ?? -1)]
    if (row === undefined) return
    setActive(keyOf(row))
    onOpen(row)
  }

  const isActiveVisible = active !== undefined && visible.some(row => keyOf(row) === active)
  return (
    <div class="scroller" ref={scroller} onScroll={event => setTop(event.currentTarget.scrollTop)}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: keys move through it, so it is a grid
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={isActiveVisible ? idOf(active) : undefined}
        tabIndex={0}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1} style={{ gridTemplateColumns: tracks }}>
            {shown.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height: `${rows.length * rowHeight}px` }}>
          {visible.map((row, offset) => {
            const key = keyOf(row)
            const index = first + offset
            return (
              <tr
                key={key}
                id={idOf(key)}
                data-index={index}
                data-active={key === active}
                aria-rowindex={index + 2}
                aria-selected={key === selected}
                style={{ gridTemplateColumns: tracks, top: `${index * rowHeight}px` }}
              >
                {shown.map(({ title, cell }) => (
                  <td key={title}>{cell(row)}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

export function observeSize(
  element: Element | null,
  onSize: (size: { width: number; height: number }) => void,
): (() => void) | undefined {
  if (element === null) return undefined
  const measure = () => onSize({ width: element.clientWidth, height: element.clientHeight })
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  measure()
  return () => observer.disconnect()
}

/** Keeps the rows in sight where they are when others are added or removed above them; at the top, the new ones are in sight. */
function useKeepInSight<Row>(
  scroller: { readonly current: HTMLDivElement | null },
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
): void {
  const before = useRef(rows)
  useLayoutEffect(() => {
    const element = scroller.current
    const earlier = before.current
    before.current = rows
    if (earlier === rows || element === null || element.scrollTop === 0) return
    const index = Math.floor(element.scrollTop / rowHeight)
    const anchor = earlier[index]
    if (anchor === undefined) return
    const key = keyOf(anchor)
    const now = rows.findIndex(row => keyOf(row) === key)
    if (now !== -1 && now !== index) element.scrollTop += (now - index) * rowHeight
  })
}
