/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useAction } from '../connection/use-action.ts'
import { Dialog } from '../elements/dialog.tsx'
import { Choice, Form, optionsOf, TextField } from '../elements/form.tsx'
import { JsonText } from '../elements/json-text.tsx'
import { useConsole } from '../shell/console-context.ts'
import { findExample, operationNames } from './operation-examples.ts'
import { readHeaders } from './request-headers.ts'

export interface Draft {
  readonly method: string
  readonly path: string
  /** The headers, one per line. */
  readonly headers: string
  readonly body: string
  /** The team whose key is sent; null to send no key. */
  readonly team: string | null
}

interface ServiceResponse {
  readonly status: number
  readonly body: string
}

const methods = { GET: 'GET', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE', HEAD: 'HEAD', OPTIONS: 'OPTIONS' }
const exampleOptions = optionsOf('none', operationNames)

/**
 * Sends any request to the service with the key of a team. The request is logged, and faults apply to it, like a request of a
 * client.
 */
export function Composer({ draft, onClose }: { draft?: Draft | undefined; onClose: () => void }) {
  const { connection, teams, team: currentTeam } = useConsole()
  const [operation, setOperation] = useState('')
  const [request, setRequest] = useState<Draft>(
    draft ?? { method: 'GET', path: '/v1/entities', headers: '', body: '', team: currentTeam ?? null },
  )
  const [response, setResponse] = useState<ServiceResponse>()
  const change = (changes: Partial<Draft>) => setRequest({ ...request, ...changes })
  const { method, path, headers, body, team } = request
  const teamOptions = optionsOf(
    'no key',
    teams.map(({ id }) => id),
  )

  function chooseExample(name: string): void {
    setOperation(name)
    const example = findExample(name)
    if (example === undefined) return
    const { method, path, body } = example
    change({ method, path, body: body === undefined ? '' : JSON.stringify(body, null, 2) })
  }

  async function send(): Promise<void> {
    setResponse(undefined)
    const content = body.trim() === '' ? {} : { body }
    const call = { team, method, path, headers: readHeaders(headers), ...content }
    setResponse(await connection.call('POST', '/send', call))
  }

  return (
    <Dialog title="Send a request" onClose={onClose}>
      <Form action={useAction()} work={send} submit="Send" canSubmit={!path.includes('{id}')}>
        <div class="fields">
          <Choice label="Example of" options={exampleOptions} value={operation} onChange={chooseExample} />
          <Choice
            label="Team"
            options={teamOptions}
            value={team ?? ''}
            onChange={id => change({ team: id || null })}
          />
          <Choice
            label="Method"
            options={{ ...methods, [method]: method }}
            value={method}
            onChange={method => change({ method })}
          />
        </div>
        <TextField label="Path" value={path} onInput={path => change({ path })} required />
        <TextField
          label="Headers, besides the key"
          hint={'content-type: application/json'}
          rows={2}
          value={headers}
          onInput={headers => change({ headers })}
        />
        <TextField label="Body" rows={7} value={body} onInput={body => change({ body })} />
        {path.includes('{id}') && <p class="dim">Put the id of an entity in the place of {'{id}'}.</p>}
      </Form>
      <div role="status">
        {response !== undefined && (
          <p>{response.status === 0 ? 'The connection broke: no response.' : `Status ${response.status}`}</p>
        )}
      </div>
      {response?.body && <JsonText text={response.body} />}
    </Dialog>
  )
}
