/** @jsxImportSource preact */
import { describeDuration } from '../elements/describe-duration.ts'
import { localTime, virtualTime } from '../elements/instant.ts'
import type { GridColumn } from '../elements/list-table.tsx'
import { Cause, Status } from './request-fields.tsx'
import type { ListedRequest } from './request-list.ts'

export const requestColumns: readonly GridColumn<ListedRequest>[] = [
  { title: 'Local time', track: '104px', minTableWidth: 480, cell: ({ realTime }) => localTime(realTime) },
  { title: 'Virtual time, UTC', track: '160px', minTableWidth: 1080, cell: entry => virtualTime(entry.at) },
  { title: 'Status', track: '56px', cell: entry => <Status entry={entry} /> },
  { title: 'Operation', track: 'minmax(0, 3fr)', cell: entry => <Operation entry={entry} /> },
  { title: 'Subject', track: 'minmax(0, 3fr)', cell: ({ subject }) => <Subject text={subject} /> },
  {
    title: 'Fault, scenario',
    track: 'minmax(120px, 1fr)',
    minTableWidth: 640,
    cell: entry => <Cause entry={entry} />,
  },
  { title: 'Team', track: 'minmax(0, 1fr)', minTableWidth: 900, cell: ({ team }) => team ?? '–' },
  {
    title: 'Duration',
    track: '64px',
    minTableWidth: 400,
    isNumeric: true,
    cell: ({ duration }) => describeDuration(duration),
  },
]

/** The method and path of a request, with the name of its operation if the path belongs to one. */
function Operation({ entry: { operation, method, path } }: { entry: ListedRequest }) {
  if (operation === null) return `${method} ${path}`
  return (
    <>
      {operation}{' '}
      <span class="dim path">
        {method} {path}
      </span>
    </>
  )
}

function Subject({ text }: { text: string | null }) {
  return text === null ? '–' : <span title={text}>{text}</span>
}
