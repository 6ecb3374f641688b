/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

interface PlainTableProps {
  readonly label: string
  readonly titles: readonly string[]
  readonly rows: readonly {
    readonly key: string
    readonly cells: readonly ComponentChildren[]
    readonly isDimmed?: boolean
  }[]
  /** The titles of the columns whose cells stay on one line. */
  readonly oneLine?: readonly string[]
  /** Whether the columns are as wide as those of another table with this property. */
  readonly isAligned?: boolean
  /**
   * Whether each row becomes a block on a narrow page. In a block, the first and the last cell share a line, and the other cells
   * are below it.
   */
  readonly isStacked?: boolean
}

export function PlainTable(props: PlainTableProps) {
  const { label, titles, rows, oneLine = [], isAligned = false, isStacked = false } = props
  if (rows.length === 0) return null
  return (
    <table class={`plain${isStacked ? ' stacked' : ''}${isAligned ? ' aligned' : ''}`} aria-label={label}>
      <thead>
        <tr>
          {titles.map(title => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, isDimmed = false }) => (
          <tr key={key} class={isDimmed ? 'dim' : undefined}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
              <td key={column} class={oneLine.includes(titles[column] ?? '') ? 'one-line' : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
