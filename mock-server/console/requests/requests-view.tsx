/** @jsxImportSource preact */
import { useCallback, useMemo, useState } from 'preact/hooks'
import type { ShownRequest } from '../../admin/requests.ts'
import { useAction } from '../connection/use-action.ts'
import { useChanging } from '../connection/use-changing.ts'
import { Button, Choice, Problem } from '../elements/form.tsx'
import { localTime, utcTime } from '../elements/instant.ts'
import { saveFile } from '../elements/save-file.ts'
import { type Column, WindowedTable } from '../elements/windowed-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import type { ViewProps } from '../shell/views.ts'
import { Composer, type Draft } from './composer.tsx'
import { createFilter, type Outcome, outcomes } from './filter.ts'
import { gapSentence, toHar } from './har.ts'
import { indented } from './indented.ts'
import { RequestDetails } from './request-details.tsx'
import { durationText, Status } from './request-fields.tsx'
import type { RequestList } from './request-list.ts'

const columns: readonly Column<ShownRequest>[] = [
  { title: 'Local time', track: '104px', from: 430, cell: ({ realTime }) => localTime(realTime) },
  { title: 'Virtual time', track: '184px', from: 820, cell: ({ at }) => utcTime(at) },
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
  const live = useChanging(requests.entries, requests.onChange)
  const [paused, setPaused] = useState<typeof live>()
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome>('all')
  const [composed, compose] = useState<{ readonly draft?: Draft }>()
  const clearing = useAction()

  const entries = paused ?? live
  const filter = useMemo(() => createFilter(text, outcome), [text, outcome])
  const shown = useMemo(() => entries.filter(filter), [entries, filter])
  const open = id === undefined ? undefined : entries.find(entry => String(entry.id) === id)
  const newest = entries[0]?.id ?? 0
  const waiting = paused === undefined ? 0 : live.filter(({ id }) => id > newest).length
  const openEntry = useCallback((entry: ShownRequest) => routes.go(`/requests/${entry.id}`), [routes])

  async function clear(): Promise<void> {
    await connection.call('DELETE', '/requests')
    if (paused !== undefined) setPaused([])
    routes.go('/requests')
    announce('The log is empty.')
  }
  function pause(): void {
    setPaused(paused === undefined ? live : undefined)
    announce(paused === undefined ? 'Paused.' : 'New requests are shown.')
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
  function save(): void {
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
        <Choice label="Filter by outcome" options={outcomes} value={outcome} onChange={setOutcome} />
        <Button aria-pressed={paused !== undefined} onClick={pause}>
          Pause
        </Button>
        <Button onClick={() => compose({})}>Compose</Button>
        <Button onClick={save} disabled={shown.length === 0}>
          Export HAR
        </Button>
        <Button action={clearing} work={clear} disabled={live.length + entries.length === 0}>
          Clear log
        </Button>
        <span class="dim" aria-live={text === '' && outcome === 'all' ? 'off' : 'polite'}>
          {shown.length === entries.length
            ? count(entries.length)
            : `${shown.length} of ${count(entries.length)}`}
          {waiting > 0 && `, ${waiting} more since the pause`}
        </span>
      </div>
      <Problem text={clearing.error} />
      {requests.hasGap() && entries.length > 0 && <p class="dim">{gapSentence}</p>}
      <div class="requests-list">
        <WindowedTable
          label="Requests"
          columns={columns}
          rows={shown}
          keyOf={({ id }) => id}
          selected={open?.id}
          onOpen={openEntry}
        />
        {shown.length === 0 && <p class="empty">{emptySentence(entries.length, requests)}</p>}
      </div>
      {open !== undefined && <RequestDetails entry={open} onEdit={edit} />}
      {composed !== undefined && <Composer draft={composed.draft} onClose={() => compose(undefined)} />}
      {id !== undefined && open === undefined && (
        <p class="dim">Request {id} is not in the log, or not any longer.</p>
      )}
    </div>
  )
}

function emptySentence(entries: number, { isKnown, hasGap }: RequestList): string {
  if (entries > 0) return 'No request passes the filter.'
  if (hasGap()) return gapSentence
  return isKnown() ? 'No requests yet. They appear here as they come in.' : 'Connecting …'
}

function count(requests: number): string {
  return requests === 1 ? '1 request' : `${requests.toLocaleString('en')} requests`
}
