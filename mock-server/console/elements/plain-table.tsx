/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

interface PlainTableProps {
  readonly titles: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[]
  /** Whether each row is a block on a narrow page. */
  readonly isStacked?: boolean
}

export function PlainTable({ titles, rows, isStacked = false }: PlainTableProps) {
  if (rows.length === 0) return null
  return (
    <table class={isStacked ? 'plain stacked' : 'plain'}>
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
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
