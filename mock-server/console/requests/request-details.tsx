/** @jsxImportSource preact */
import type { ShownRequest } from '../../admin/requests.ts'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { CopyButton } from '../elements/dialog.tsx'
import { Facts } from '../elements/facts.tsx'
import { Button, Problem } from '../elements/form.tsx'
import { localTime, utcTime } from '../elements/instant.ts'
import { useFocus } from '../elements/use-focus.ts'
import { useConsole } from '../shell/console-context.ts'
import { Link } from '../shell/link.tsx'
import { toCurl } from './curl.ts'
import { indented } from './indented.ts'
import { durationText, Status } from './request-fields.tsx'

interface DetailsProps {
  readonly entry: ShownRequest
  readonly onEdit: (entry: ShownRequest) => void
}

/** One request with its response, and the whole bodies of both as far as the server has them. */
export function RequestDetails({ entry: listed, onEdit }: DetailsProps) {
  const { connection, announce, baseUrl, teams } = useConsole()
  const heading = useFocus<HTMLHeadingElement>()
  const sending = useAction()
  const path = `/requests/${listed.id}`
  const { data, from, error } = useLive<ShownRequest>(connection, path, [], `${listed.duration}`)
  const entry = from === path && data !== undefined ? { ...listed, ...data } : listed

  const { id, method, team, requestBody } = entry
  const canSend = requestBody !== null && (team === null || teams.some(({ id }) => id === team))
  async function send(): Promise<void> {
    const body = requestBody === '' ? {} : { body: requestBody }
    const request = { team, method, path: entry.path, ...body }
    const { status } = await connection.call<{ status: number }>('POST', '/send', request)
    announce(status === 0 ? 'Sent again: no response.' : `Sent again: status ${status}.`)
  }
  const { 'idempotency-key': idempotencyKey } = entry.requestHeaders
  const facts = {
    Status: <Status entry={entry} />,
    'Virtual time': utcTime(entry.at),
    'Real time': `${localTime(entry.realTime)} local, ${entry.realTime}`,
    Duration: durationText(entry.duration),
    Team: team ?? 'none: no valid key',
    Fault: entry.fault ?? 'none',
    Scenario: entry.scenario ?? 'none',
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(entry.warning !== null && { Warning: <span class="warn">{entry.warning}</span> }),
  }

  return (
    <section class="details" aria-label={`Request ${id}`}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {entry.operation ?? 'No operation'}
        </h2>
        <Link to="/requests">Close</Link>
      </header>
      <p class="address">
        {method} {entry.path}
      </p>
      <Facts of={facts} />
      <div class="tools">
        <CopyButton label="Copy as curl" text={() => toCurl(entry, baseUrl)} />
        <Button action={sending} work={send} disabled={!canSend}>
          Send again
        </Button>
        <Button onClick={() => onEdit(entry)}>Edit and send</Button>
      </div>
      {!canSend && (
        <p class="dim">
          {requestBody === null
            ? 'It cannot be sent again: its body was not kept.'
            : 'It cannot be sent again: its team is gone.'}
        </p>
      )}
      <Problem text={sending.error ?? error} />
      <Message title="Request" headers={entry.requestHeaders} body={requestBody} />
      <Message title="Response" headers={entry.responseHeaders} body={entry.responseBody} />
    </section>
  )
}

interface MessageProps {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

function Message({ title, headers, body }: MessageProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      <h3>{title}</h3>
      {lines.length > 0 && (
        <details>
          <summary>Headers ({lines.length})</summary>
          <pre>{lines.join('\n')}</pre>
        </details>
      )}
      {body === null && <p class="dim">The body was not kept: over 1 MB, no text, or too long ago.</p>}
      {body === '' && <p class="dim">No body.</p>}
      {body && <pre>{indented(body)}</pre>}
    </>
  )
}
