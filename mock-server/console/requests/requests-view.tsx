/** @jsxImportSource preact */
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { ShownRequest } from '../../admin/requests.ts'
import { useAction } from '../connection/use-action.ts'
import { localTime, utcTime } from '../elements/instant.ts'
import { Problem } from '../elements/problem.tsx'
import { saveFile } from '../elements/save-file.ts'
import { type Column, WindowedTable } from '../elements/windowed-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import type { ViewProps } from '../shell/views.ts'
import { isFailed } from './broken.ts'
import { Composer, type Draft } from './composer.tsx'
import { createFilter, type Outcome, outcomes } from './filter.ts'
import { gapSentence, toHar } from './har.ts'
import { indented } from './indented.ts'
import { RequestDetails } from './request-details.tsx'
import { durationText, Status } from './request-fields.tsx'

const columns: readonly Column<ShownRequest>[] = [
  { title: 'Local time', track: '104px', from: 430, cell: ({ realTime }) => localTime(realTime) },
  { title: 'Virtual time', track: '176px', from: 820, cell: ({ at }) => utcTime(at) },
  { title: 'Status', track: '56px', cell: entry => <Status entry={entry} /> },
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
    track: 'minmax(120px, 1fr)',
    from: 560,
    cell: entry => <Cause entry={entry} />,
  },
  { title: 'Team', track: 'minmax(0, 1fr)', from: 700, cell: ({ team }) => team ?? '–' },
  { title: 'Duration', track: '88px', from: 480, cell: ({ duration }) => durationText(duration) },
]

function Cause({ entry: { fault, scenario, warning } }: { entry: ShownRequest }) {
  const cause = fault ?? scenario ?? (warning === null ? null : 'content type')
  return cause ? <span class="badge">{cause}</span> : '–'
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The log of requests, live; `path` holds the number of the request that is open. */
export function RequestsView({ path: [id] }: ViewProps) {
  const { connection, requests, routes, announce, baseUrl } = useConsole()
  const [{ entries, isKnown }, setList] = useState({
    entries: requests.entries(),
    isKnown: requests.isKnown(),
  })
  const [live, setLive] = useState(entries)
  const [isPaused, setPaused] = useState(false)
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome>('all')
  const [composed, compose] = useState<{ readonly draft?: Draft }>()
  const clearing = useAction()

  useEffect(() => {
    const read = () => {
      setLive(requests.entries())
      if (!isPaused) setList({ entries: requests.entries(), isKnown: requests.isKnown() })
    }
    read()
    return requests.onChange(read)
  }, [requests, isPaused])

  const filter = useMemo(() => createFilter(text, outcome), [text, outcome])
  const shown = useMemo(() => entries.filter(filter), [entries, filter])
  const open = id === undefined ? undefined : entries.find(entry => String(entry.id) === id)
  const newest = entries[0]?.id ?? 0
  const waiting = isPaused ? live.filter(({ id }) => id > newest).length : 0
  const openEntry = useCallback((entry: ShownRequest) => routes.go(`/requests/${entry.id}`), [routes])

  const clear = () =>
    clearing.run(async () => {
      await connection.call('DELETE', '/requests')
      setList({ entries: [], isKnown: true })
      routes.go('/requests')
      announce('The log is empty.')
    })
  const pause = () => {
    setPaused(!isPaused)
    announce(isPaused ? 'New requests are shown.' : 'Paused.')
  }
  const edit = ({ method, path, team, requestBody }: ShownRequest) =>
    compose({ draft: { method, path, team, body: indented(requestBody ?? '') } })
  /** Arrows walk from one open request to the next, Escape closes it. */
  function onKeyDown(event: KeyboardEvent): void {
    if (open === undefined || event.target instanceof HTMLInputElement || composed !== undefined) return
    const step = event.target instanceof HTMLHeadingElement ? steps[event.key] : undefined
    const next = step === undefined ? undefined : shown[shown.indexOf(open) + step]
    if (event.key === 'Escape') routes.go('/requests')
    else if (next !== undefined) openEntry(next)
    else return
    event.preventDefault()
  }
  const save = () => {
    saveFile('requests.har', toHar(shown, baseUrl, requests.hasGap()), 'application/json')
    announce(`${count(shown.length)} exported.`)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is inside bubble up to it
    <div class={open === undefined ? 'requests' : 'requests has-details'} onKeyDown={onKeyDown}>
      <div class="tools">
        <input
          type="search"
          aria-label="Filter by text"
          placeholder="Filter: operation, path, team, body …"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <OutcomeChooser value={outcome} onChange={setOutcome} />
        <button type="button" aria-pressed={isPaused} onClick={pause}>
          Pause
        </button>
        <button type="button" onClick={() => compose({})}>
          Compose
        </button>
        <button type="button" onClick={save} disabled={shown.length === 0}>
          Export HAR
        </button>
        <button type="button" onClick={clear} disabled={live.length + entries.length === 0}>
          Clear log
        </button>
        <span class="dim" aria-live={text === '' && outcome === 'all' ? 'off' : 'polite'}>
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
      {open !== undefined && <RequestDetails entry={open} onEdit={() => edit(open)} />}
      {composed !== undefined && <Composer draft={composed.draft} onClose={() => compose(undefined)} />}
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
