/** @jsxImportSource preact */
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { ShownRequest } from '../../admin/requests.ts'
import { useAction } from '../connection/use-action.ts'
import { Problem } from '../elements/problem.tsx'
import { saveFile } from '../elements/save-file.ts'
import { type Column, WindowedTable } from '../elements/windowed-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import type { ViewProps } from '../shell/views.ts'
import { isFailed } from './broken.ts'
import { createFilter, type Outcome, outcomes } from './filter.ts'
import { gapSentence, toHar } from './har.ts'
import { RequestDetails } from './request-details.tsx'
import { durationText, Status, timeOfDay } from './request-fields.tsx'

const columns: readonly Column<ShownRequest>[] = [
  { title: 'Real time', track: '6.5rem', from: 430, cell: ({ realTime }) => timeOfDay(realTime) },
  { title: 'Virtual time', track: '11rem', from: 820, cell: ({ at }) => at.slice(0, 19).replace('T', ' ') },
  { title: 'Status', track: '3.5rem', cell: entry => <Status entry={entry} /> },
  {
    title: 'Operation',
    track: 'minmax(0, 3fr)',
    cell: ({ operation, method, path }) => (
      <>
        {operation ?? 'no operation'}{' '}
        <span class="dim">
          {method} {path}
        </span>
      </>
    ),
  },
  {
    title: 'Fault, scenario',
    track: 'minmax(7.5rem, 1fr)',
    from: 560,
    cell: entry => <Cause entry={entry} />,
  },
  { title: 'Team', track: 'minmax(0, 1fr)', from: 700, cell: ({ team }) => team ?? '–' },
  { title: 'Duration', track: '5.5rem', from: 480, cell: ({ duration }) => durationText(duration) },
]

function Cause({ entry: { fault, scenario } }: { entry: ShownRequest }) {
  const cause = fault ?? scenario
  return cause ? <span class="badge">{cause}</span> : '–'
}

/** The log of requests, live; `path` holds the number of the request that is open. */
export function RequestsView({ path: [id] }: ViewProps) {
  const { connection, requests, routes, announce, baseUrl } = useConsole()
  const [{ entries, isKnown }, setList] = useState({
    entries: requests.entries(),
    isKnown: requests.isKnown(),
  })
  const [isPaused, setPaused] = useState(false)
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome>('all')
  const [latest, setLatest] = useState(entries[0]?.id ?? 0)
  const clearing = useAction()

  useEffect(() => {
    const read = () => {
      setLatest(requests.entries()[0]?.id ?? 0)
      if (!isPaused) setList({ entries: requests.entries(), isKnown: requests.isKnown() })
    }
    read()
    return requests.onChange(read)
  }, [requests, isPaused])

  const filter = useMemo(() => createFilter(text, outcome), [text, outcome])
  const shown = useMemo(() => entries.filter(filter), [entries, filter])
  const open = id === undefined ? undefined : entries.find(entry => String(entry.id) === id)
  const waiting = isPaused ? Math.max(0, latest - (entries[0]?.id ?? 0)) : 0
  const openEntry = useCallback((entry: ShownRequest) => routes.go(`/requests/${entry.id}`), [routes])

  const clear = () =>
    clearing.run(async () => {
      await connection.call('DELETE', '/requests')
      setList({ entries: [], isKnown: true })
      routes.go('/requests')
      announce('The log is empty.')
    })
  const save = () => {
    saveFile('requests.har', toHar(shown, baseUrl, requests.hasGap()), 'application/json')
    announce(`${count(shown.length)} exported.`)
  }

  return (
    <div class={open === undefined ? 'requests' : 'requests has-details'}>
      <div class="tools">
        <input
          type="search"
          aria-label="Filter by text"
          placeholder="Filter: operation, path, team, body …"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <OutcomeChooser value={outcome} onChange={setOutcome} />
        <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          Pause
        </button>
        <button type="button" onClick={save} disabled={shown.length === 0}>
          Export HAR
        </button>
        <button type="button" onClick={clear} disabled={clearing.isBusy || latest === 0}>
          Clear log
        </button>
        <span class="dim">
          {shown.length === entries.length
            ? count(entries.length)
            : `${shown.length} of ${count(entries.length)}`}
          {waiting > 0 && `, ${waiting} more since the pause`}
        </span>
      </div>
      <Problem text={clearing.error} />
      {requests.hasGap() && entries.length > 0 && <p class="note">{gapSentence}</p>}
      <div class="requests-list">
        <WindowedTable
          label="Requests"
          columns={columns}
          rows={shown}
          keyOf={idOf}
          selected={open?.id}
          onOpen={openEntry}
          rowClass={entry => (isFailed(entry) ? 'failed' : undefined)}
        />
        {shown.length === 0 && (
          <p class="empty">{emptySentence(entries.length, isKnown, requests.hasGap())}</p>
        )}
      </div>
      {open !== undefined && <RequestDetails key={open.id} entry={open} />}
      {id !== undefined && open === undefined && (
        <p class="note">Request {id} is not in the log, or not any longer.</p>
      )}
    </div>
  )
}

function emptySentence(entries: number, isKnown: boolean, hasGap: boolean): string {
  if (entries > 0) return 'No request passes the filter.'
  if (hasGap) return gapSentence
  return isKnown ? 'No requests yet. They appear here as they come in.' : 'Connecting …'
}

function OutcomeChooser({ value, onChange }: { value: Outcome; onChange: (value: Outcome) => void }) {
  const names = Object.keys(outcomes) as Outcome[]
  return (
    <select
      aria-label="Filter by outcome"
      value={value}
      onChange={event => onChange(names.find(name => name === event.currentTarget.value) ?? 'all')}
    >
      {names.map(name => (
        <option key={name} value={name}>
          {outcomes[name]}
        </option>
      ))}
    </select>
  )
}

function idOf({ id }: ShownRequest): number {
  return id
}

function count(requests: number): string {
  return requests === 1 ? '1 request' : `${requests.toLocaleString('en')} requests`
}
