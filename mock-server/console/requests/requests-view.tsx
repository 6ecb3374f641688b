/** @jsxImportSource preact */
import { useCallback, useMemo, useState } from 'preact/hooks'
import { useAction } from '../connection/use-action.ts'
import { useObservable } from '../connection/use-observable.ts'
import { Button, Choice, Problem } from '../elements/form.tsx'
import { hasOwnKeys } from '../elements/has-own-keys.ts'
import { indentJson } from '../elements/indent-json.ts'
import { ListTable, useRowLimit } from '../elements/list-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import type { ViewProps } from '../shell/view-props.ts'
import { Composer, type Draft } from './composer.tsx'
import { requestColumns } from './request-columns.tsx'
import { RequestDetails } from './request-details.tsx'
import { createRequestFilter, type OutcomeFilter, outcomeFilters } from './request-filter.ts'
import { writeHeaders } from './request-headers.ts'
import { compareNewest, type ListedRequest, type RequestList } from './request-list.ts'
import { headersToRepeat } from './to-curl.ts'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The live request log. `path` holds the key of the open request. */
export function RequestsView({ path: [key] }: ViewProps) {
  const { requests, routes } = useConsole()
  const view = useShownRequests()
  const [composer, setComposer] = useState<{ readonly draft?: Draft }>()
  const { entries, rows } = view
  const { limit, showMore } = useRowLimit()
  const open = key === undefined ? undefined : entries.find(entry => entry.key === key)
  const openEntry = useCallback((entry: ListedRequest) => routes.go(`/requests/${entry.key}`), [routes])

  /** The arrow keys open the next or previous request. Escape closes the open request. */
  function onKeyDown(event: KeyboardEvent): void {
    if (open === undefined || hasOwnKeys(event.target)) return
    const step = event.target instanceof HTMLHeadingElement ? steps[event.key] : undefined
    const next = step === undefined ? undefined : rows[rows.indexOf(open) + step]
    if (event.key === 'Escape') routes.go('/requests')
    else if (next !== undefined) openEntry(next)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys from its children bubble up to it
    <div class={open === undefined ? 'requests' : 'requests has-details'} onKeyDown={onKeyDown}>
      <RequestTools view={view} onCompose={() => setComposer({})} />
      <LogNote entries={entries} requests={requests} />
      <div class="requests-list">
        <ListTable
          label="Requests"
          columns={requestColumns}
          rows={rows.slice(0, limit)}
          total={rows.length}
          keyOf={entry => entry.key}
          isDimmed={({ run }) => run < requests.run()}
          openKey={open?.key}
          selection={`${view.outcome} ${view.text}`}
          onOpen={openEntry}
          onMore={showMore}
        />
        {rows.length === 0 && <p class="empty">{explainEmpty(entries.length, requests)}</p>}
      </div>
      {open !== undefined && (
        <RequestDetails
          entry={open}
          isEarlier={open.run < requests.run()}
          onEdit={entry => setComposer({ draft: createDraft(entry) })}
        />
      )}
      {composer !== undefined && <Composer draft={composer.draft} onClose={() => setComposer(undefined)} />}
      {key !== undefined && open === undefined && <p class="dim">Request {key} is not in the log.</p>}
    </div>
  )
}

type ShownRequests = ReturnType<typeof useShownRequests>

/** The requests of the log that pass the filter. During a pause, new requests are not shown. */
function useShownRequests() {
  const { connection, requests, routes, announce } = useConsole()
  const liveEntries = useObservable(requests.entries, requests.onChange)
  const [pausedEntries, setPausedEntries] = useState<typeof liveEntries>()
  const [text, setText] = useState(routes.filter)
  const [outcome, setOutcome] = useState<OutcomeFilter>('all')
  const isPaused = pausedEntries !== undefined
  const entries = pausedEntries ?? liveEntries
  const filter = useMemo(() => createRequestFilter(text, outcome), [text, outcome])
  const rows = useMemo(() => entries.filter(filter), [entries, filter])

  async function clear(): Promise<void> {
    await connection.call('DELETE', '/requests')
    requests.clear()
    if (isPaused) setPausedEntries([])
    routes.go('/requests')
    announce('The log is empty.')
  }
  function changeText(next: string): void {
    setText(next)
    routes.setFilter(next)
  }
  function togglePause(): void {
    setPausedEntries(isPaused ? undefined : liveEntries)
    announce(isPaused ? 'New requests are shown.' : 'Paused.')
  }
  return { liveEntries, entries, rows, text, changeText, outcome, setOutcome, isPaused, togglePause, clear }
}

function RequestTools({ view, onCompose }: { view: ShownRequests; onCompose: () => void }) {
  const { liveEntries, entries, rows, text, outcome, isPaused } = view
  const clearing = useAction()

  return (
    <>
      <div class="tools">
        <input
          type="search"
          aria-label="Filter by text"
          placeholder="Filter: text, status:5xx, operation:create …"
          value={text}
          onInput={event => view.changeText(event.currentTarget.value)}
        />
        <Choice
          label="Filter by outcome"
          hasHiddenLabel
          options={outcomeFilters}
          value={outcome}
          onChange={view.setOutcome}
        />
        <span class="dim count" aria-live={text === '' && outcome === 'all' ? 'off' : 'polite'}>
          {describeCount(rows, entries, liveEntries)}
        </span>
        <span class="buttons">
          <Button aria-pressed={isPaused} onClick={view.togglePause}>
            Pause
          </Button>
          <Button onClick={onCompose}>Compose</Button>
          <Button action={clearing} work={view.clear} disabled={liveEntries.length + entries.length === 0}>
            Clear log
          </Button>
        </span>
      </div>
      <Problem text={clearing.error} />
    </>
  )
}

/** A note that is shown if the log has requests from before a restart of the server. */
function LogNote({ entries, requests }: { entries: readonly ListedRequest[]; requests: RequestList }) {
  if (entries.every(({ run }) => run === requests.run())) return null
  return <p class="dim notes">The server has restarted: pale requests are from before.</p>
}

function createDraft(entry: ListedRequest): Draft {
  const { method, path, team, requestBody } = entry
  const headers = writeHeaders(headersToRepeat(entry))
  return { method, path, team, headers, body: indentJson(requestBody ?? '') }
}

function describeCount(
  rows: readonly ListedRequest[],
  entries: readonly ListedRequest[],
  liveEntries: readonly ListedRequest[],
): string {
  const total = countRequests(entries.length)
  const count = rows.length === entries.length ? total : `${rows.length} of ${total}`
  const [newest] = entries
  const waiting =
    entries === liveEntries
      ? 0
      : liveEntries.filter(entry => newest === undefined || compareNewest(entry, newest) < 0).length
  return waiting === 0 ? count : `${count}, ${waiting} more since the pause`
}

function explainEmpty(entryCount: number, { isKnown }: RequestList): string {
  if (entryCount > 0) return 'No request passes the filter.'
  return isKnown() ? 'No requests yet. They appear here as they come in.' : 'Connecting …'
}

function countRequests(count: number): string {
  return count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`
}
