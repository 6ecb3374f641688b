/** @jsxImportSource preact */
import type { ShownRequest } from '../../admin/requests.ts'
import { useAction } from '../connection/use-action.ts'
import { CopyButton } from '../elements/copy-button.tsx'
import { localTime, utcTime } from '../elements/instant.ts'
import { Problem } from '../elements/problem.tsx'
import { useFocus } from '../elements/use-focus.ts'
import { useConsole } from '../shell/console-context.ts'
import { Link } from '../shell/link.tsx'
import { toCurl } from './curl.ts'
import { indented } from './indented.ts'
import { durationText, Status } from './request-fields.tsx'

/** One request with its response. */
export function RequestDetails({ entry, onEdit }: { entry: ShownRequest; onEdit: () => void }) {
  const { connection, announce, baseUrl, teams } = useConsole()
  const heading = useFocus<HTMLHeadingElement>()
  const sending = useAction()

  const { id, method, path, operation, team, fault, scenario, requestBody } = entry
  const canSend = requestBody !== null && (team === null || teams.some(({ id }) => id === team))
  const send = () =>
    sending.run(async () => {
      const body = requestBody === '' ? {} : { body: requestBody }
      const sent = await connection.call<{ status: number }>('POST', '/send', {
        team,
        method,
        path,
        ...body,
      })
      announce(sent.status === 0 ? 'Sent again: no response.' : `Sent again: status ${sent.status}.`)
    })

  return (
    <section class="details" aria-label={`Request ${id}`}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {operation ?? 'No operation'}
        </h2>
        <Link to="/requests">Close</Link>
      </header>
      <p class="address">
        {method} {path}
      </p>
      <dl>
        <dt>Status</dt>
        <dd>
          <Status entry={entry} />
        </dd>
        <dt>Virtual time</dt>
        <dd>{utcTime(entry.at)}</dd>
        <dt>Real time</dt>
        <dd>
          {localTime(entry.realTime)} local, {entry.realTime}
        </dd>
        <dt>Duration</dt>
        <dd>{durationText(entry.duration)}</dd>
        <dt>Team</dt>
        <dd>{team ?? 'none: no valid key'}</dd>
        <dt>Fault</dt>
        <dd>{fault ?? 'none'}</dd>
        <dt>Scenario</dt>
        <dd>{scenario ?? 'none'}</dd>
        {entry.warning !== null && (
          <>
            <dt>Warning</dt>
            <dd class="warn">{entry.warning}</dd>
          </>
        )}
      </dl>
      <div class="tools">
        <CopyButton label="Copy as curl" text={() => toCurl(entry, baseUrl)} />
        <button type="button" onClick={send} disabled={!canSend}>
          Send again
        </button>
        <button type="button" onClick={onEdit}>
          Edit and send
        </button>
      </div>
      {!canSend && (
        <p class="note">
          {requestBody === null
            ? 'It cannot be sent again: its body was not kept.'
            : 'It cannot be sent again: its team is gone.'}
        </p>
      )}
      <Problem text={sending.error} />
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
      {body === null && <p class="note">The body was not kept: over 10,000 characters, or sent in pieces.</p>}
      {body === '' && <p class="note">No body.</p>}
      {body && <pre>{indented(body)}</pre>}
    </>
  )
}
