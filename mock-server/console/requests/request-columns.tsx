/** @jsxImportSource preact */
import { describeDuration } from '../elements/describe-duration.ts'
import { localTime, virtualTime } from '../elements/instant.ts'
import type { GridColumn } from '../elements/list-table.tsx'
import { Cause, Status } from './request-fields.tsx'
import type { ListedRequest } from './request-list.ts'

/** The columns of the log. A narrow table shows those with a place, in two lines a row. */
export const requestColumns: readonly GridColumn<ListedRequest>[] = [
  { title: 'Local time', track: '104px', place: 'time', cell: ({ realTime }) => localTime(realTime) },
  {
    title: 'Virtual time, UTC',
    track: '172px',
    minTableWidth: 1080,
    isNumeric: true,
    cell: (entry, previous) => virtualTimeAfter(entry.at, previous?.at),
  },
  { title: 'Status', track: '56px', place: 'status', cell: entry => <Status entry={entry} /> },
  {
    title: 'Operation',
    track: 'minmax(0, 3fr)',
    place: 'operation',
    cell: entry => <Operation entry={entry} />,
  },
  {
    title: 'Subject',
    track: 'minmax(0, 3fr)',
    place: 'subject',
    cell: ({ subject }) => <Subject text={subject} />,
  },
  {
    title: 'Fault, scenario',
    track: 'minmax(120px, 1fr)',
    minTableWidth: 720,
    cell: entry => <Cause entry={entry} />,
  },
  { title: 'Team', track: 'minmax(0, 1fr)', minTableWidth: 960, cell: ({ team }) => team ?? '–' },
  {
    title: 'Duration',
    track: '64px',
    place: 'duration',
    isNumeric: true,
    cell: ({ duration }) => describeDuration(duration),
  },
]

/** Formats a time with its date, which is left out if the row above has the same date. */
function virtualTimeAfter(iso: string, previous: string | undefined): string {
  const [date, time] = virtualTime(iso).split(' ')
  return previous !== undefined && virtualTime(previous).startsWith(`${date} `)
    ? `${time}`
    : `${date} ${time}`
}

/** The method and path of a request, with the name of its operation if the path belongs to one. */
function Operation({ entry: { operation, method, path } }: { entry: ListedRequest }) {
  if (operation === null) return `${method} ${path}`
  return (
    <>
      {operation}{' '}
      <span class="dim">
        {method} {path}
      </span>
    </>
  )
}

function Subject({ text }: { text: string | null }) {
  return text === null ? '–' : <span title={text}>{text}</span>
}
