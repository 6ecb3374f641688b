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
  /**
   * Whether each row becomes a block on a narrow page. In a block, the first and the last cell share a line, and the other cells
   * are below it.
   */
  readonly isStacked?: boolean
}

export function PlainTable({ label, titles, rows, isStacked = false }: PlainTableProps) {
  if (rows.length === 0) return null
  return (
    <table class={isStacked ? 'plain stacked' : 'plain'} aria-label={label}>
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
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
