/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useAction } from '../connection/use-action.ts'
import { Dialog } from '../elements/dialog.tsx'
import { Choice, Form, optionsOf, TextField } from '../elements/form.tsx'
import { useConsole } from '../shell/console-context.ts'
import { type Example, examples } from './examples.ts'
import { indented } from './indented.ts'

export interface Draft {
  readonly method: string
  readonly path: string
  readonly body: string
  /** Null for no key. */
  readonly team: string | null
}

const methods = { GET: 'GET', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE', HEAD: 'HEAD', OPTIONS: 'OPTIONS' }
const operations = optionsOf('none', Object.keys(examples))

/** Sends any request to the service with a key of a team, as a client would: it is logged, and faults apply. */
export function Composer({ draft, onClose }: { draft?: Draft | undefined; onClose: () => void }) {
  const { connection, teams, team: shown } = useConsole()
  const [operation, setOperation] = useState('')
  const [request, setRequest] = useState<Draft>(
    draft ?? { method: 'GET', path: '/v1/entities', body: '', team: shown ?? null },
  )
  const [sent, setSent] = useState<{ readonly status: number; readonly body: string }>()
  const set = (changed: Partial<Draft>) => setRequest({ ...request, ...changed })
  const { method, path, body, team } = request
  const teamOptions = optionsOf(
    'no key',
    teams.map(({ id }) => id),
  )

  function take(name: string): void {
    setOperation(name)
    const example: Example | undefined = new Map(Object.entries(examples)).get(name)
    if (example === undefined) return
    const { method, path, body } = example
    set({ method, path, body: body === undefined ? '' : JSON.stringify(body, null, 2) })
  }

  async function send(): Promise<void> {
    const text = body.trim() === '' ? {} : { body }
    setSent(undefined)
    setSent(await connection.call('POST', '/send', { team, method, path, ...text }))
  }

  return (
    <Dialog title="Send a request" onClose={onClose}>
      <Form action={useAction()} work={send} submit="Send" canSubmit={!path.includes('{id}')}>
        <div class="fields">
          <Choice label="Example of" options={operations} value={operation} onChange={take} />
          <Choice
            label="Team"
            options={teamOptions}
            value={team ?? ''}
            onChange={id => set({ team: id || null })}
          />
          <Choice
            label="Method"
            options={{ ...methods, [method]: method }}
            value={method}
            onChange={method => set({ method })}
          />
          <TextField label="Path" value={path} onInput={path => set({ path })} required isWide />
        </div>
        <TextField label="Body" rows={7} value={body} onInput={body => set({ body })} />
        {path.includes('{id}') && <p class="dim">Put the id of an entity in the place of {'{id}'}.</p>}
      </Form>
      <div role="status">
        {sent !== undefined && (
          <p>{sent.status === 0 ? 'The connection broke: no response.' : `Status ${sent.status}`}</p>
        )}
      </div>
      {sent?.body && <pre>{indented(sent.body)}</pre>}
    </Dialog>
  )
}
