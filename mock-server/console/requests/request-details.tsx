/** @jsxImportSource preact */
import type { ShownRequest } from '../../admin/requests.ts'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { CopyableId, CopyButton } from '../elements/copy-button.tsx'
import { describeDuration } from '../elements/describe-duration.ts'
import { Facts } from '../elements/facts.tsx'
import { Button, Problem } from '../elements/form.tsx'
import { localTime, utcTime } from '../elements/instant.ts'
import { JsonText } from '../elements/json-text.tsx'
import { useFocus } from '../elements/use-focus.ts'
import { useConsole } from '../shell/console-context.ts'
import { RouteLink, toEntity } from '../shell/route-link.tsx'
import { findEntityId } from './find-entity-id.ts'
import { Status } from './request-fields.tsx'
import { writeHeaders } from './request-headers.ts'
import type { ListedRequest } from './request-list.ts'
import { headersToRepeat, toCurl } from './to-curl.ts'

interface DetailsProps {
  readonly entry: ListedRequest
  /** Whether the request came before the latest start of the server. The server no longer has the record of an earlier request. */
  readonly isEarlier: boolean
  readonly onEdit: (entry: ListedRequest) => void
}

/** Shows a request and its response, with complete bodies if the server still has them. */
export function RequestDetails({ entry: listed, isEarlier, onEdit }: DetailsProps) {
  const { connection, announce, baseUrl, teams } = useConsole()
  const heading = useFocus<HTMLHeadingElement>()
  const sending = useAction()
  const path = isEarlier ? null : `/requests/${listed.id}`
  const live = useLive<ShownRequest>(connection, path, [], `${listed.duration}`)
  const entry =
    path !== null && live.path === path && live.data !== undefined ? { ...listed, ...live.data } : listed

  const { id, method, team, requestBody } = entry
  const canSend = requestBody !== null && (team === null || teams.some(({ id }) => id === team))
  async function sendAgain(): Promise<void> {
    const body = requestBody === '' ? {} : { body: requestBody }
    const request = { team, method, path: entry.path, headers: headersToRepeat(entry), ...body }
    const { status } = await connection.call<{ status: number }>('POST', '/send', request)
    announce(status === 0 ? 'Sent again: no response.' : `Sent again: status ${status}.`)
  }

  return (
    <section class="details" aria-label={`Request ${id}`}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {entry.operation ?? 'No operation'}
        </h2>
        <RouteLink to="/requests">Close</RouteLink>
      </header>
      <p class="address">
        {method} {entry.path}
      </p>
      <Facts facts={describeEntry(entry)} />
      <div class="tools">
        <CopyButton label="Copy as curl" text={() => toCurl(entry, baseUrl)} />
        <Button action={sending} work={sendAgain} disabled={!canSend}>
          Send again
        </Button>
        <Button onClick={() => onEdit(entry)}>Edit and send</Button>
      </div>
      {!canSend && (
        <p class="dim">
          {requestBody === null
            ? 'It cannot be sent again: the log does not have its body.'
            : 'It cannot be sent again: its team is gone.'}
        </p>
      )}
      <Problem text={sending.error ?? live.error} />
      <Message title="Request" headers={entry.requestHeaders} body={requestBody} />
      <Message title="Response" headers={entry.responseHeaders} body={entry.responseBody} />
    </section>
  )
}

function describeEntry(entry: ListedRequest) {
  const { subject, at: virtualTime, realTime, duration, team, fault, scenario, warning } = entry
  const { 'idempotency-key': idempotencyKey } = entry.requestHeaders
  const entityId = findEntityId(entry)
  return {
    Status: <Status entry={entry} />,
    ...(subject !== null && { Subject: subject }),
    ...(entityId !== null && {
      Entity: (
        <>
          <CopyableId label="entity id" id={entityId} /> <RouteLink to={toEntity(entityId)}>Open</RouteLink>
        </>
      ),
    }),
    'Virtual time': utcTime(virtualTime),
    'Real time': `${localTime(realTime)} local, ${realTime}`,
    Duration: describeDuration(duration),
    Team: team ?? 'none: no valid key',
    Fault: fault ?? 'none',
    Scenario: scenario ?? 'none',
    ...(idempotencyKey !== undefined && {
      'Idempotency-Key': <CopyableId label="idempotency key" id={idempotencyKey} />,
    }),
    ...(warning !== null && { Warning: <span class="warn">{warning}</span> }),
  }
}

interface MessageProps {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

function Message({ title, headers, body }: MessageProps) {
  const count = Object.keys(headers).length
  return (
    <>
      <h3>{title}</h3>
      {count > 0 && (
        <details>
          <summary>Headers ({count})</summary>
          <pre>{writeHeaders(headers)}</pre>
        </details>
      )}
      {body === null && (
        <p class="dim">The log does not have the body: over 1 MB, no text, or too long ago.</p>
      )}
      {body === '' && <p class="dim">No body.</p>}
      {body && <JsonText text={body} />}
    </>
  )
}
