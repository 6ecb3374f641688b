/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useAction } from '../connection/use-action.ts'
import { Choice } from '../elements/choice.tsx'
import { Dialog } from '../elements/dialog.tsx'
import { Problem } from '../elements/problem.tsx'
import { TextField } from '../elements/text-field.tsx'
import { useConsole } from '../shell/console-context.ts'
import { type Example, examples } from './examples.ts'
import { indented } from './indented.ts'

/** A request to begin with. */
export interface Draft {
  readonly method: string
  readonly path: string
  readonly body: string
  /** Null for no key. */
  readonly team: string | null
}

const methods = { GET: 'GET', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE', HEAD: 'HEAD', OPTIONS: 'OPTIONS' }
const operations = Object.fromEntries(['', ...Object.keys(examples)].map(name => [name, name || 'none']))

/** Sends any request to the service with a key of a team, as a client would: it is logged, and faults apply. */
export function Composer({ draft, onClose }: { draft?: Draft | undefined; onClose: () => void }) {
  const { connection, teams, team: shown } = useConsole()
  const { run, error } = useAction()
  const [operation, setOperation] = useState('')
  const [request, setRequest] = useState<Draft>(
    draft ?? { method: 'GET', path: '/v1/entities', body: '', team: shown ?? null },
  )
  const [sent, setSent] = useState<{ readonly status: number; readonly body: string }>()
  const set = (changed: Partial<Draft>) => setRequest({ ...request, ...changed })
  const { method, path, body, team } = request

  function take(name: string): void {
    setOperation(name)
    const example: Example | undefined = new Map(Object.entries(examples)).get(name)
    if (example === undefined) return
    set({
      method: example.method,
      path: example.path,
      body: example.body === undefined ? '' : JSON.stringify(example.body, null, 2),
    })
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    const text = body.trim() === '' ? {} : { body }
    setSent(undefined)
    run(async () => setSent(await connection.call('POST', '/send', { team, method, path, ...text })))
  }

  return (
    <Dialog title="Send a request" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <div class="fields">
          <Choice label="Example of" options={operations} value={operation} onChange={take} />
          <Choice
            label="Team"
            options={Object.fromEntries([['', 'no key'], ...teams.map(({ id }) => [id, id])])}
            value={team ?? ''}
            onChange={id => set({ team: id === '' ? null : id })}
          />
          <Choice
            label="Method"
            options={{ ...methods, [method]: method }}
            value={method}
            onChange={method => set({ method })}
          />
          <TextField label="Path" value={path} onInput={path => set({ path })} required />
        </div>
        <label class="field">
          <span>Body</span>
          <textarea
            rows={7}
            value={body}
            spellcheck={false}
            onInput={({ currentTarget }) => set({ body: currentTarget.value })}
          />
        </label>
        {path.includes('{id}') && <p class="note">Put the id of an entity in the place of {'{id}'}.</p>}
        <Problem text={error} />
        <button type="submit" disabled={path.includes('{id}')}>
          Send
        </button>
      </form>
      <div role="status">
        {sent !== undefined && (
          <p>{sent.status === 0 ? 'The connection broke: no response.' : `Status ${sent.status}`}</p>
        )}
      </div>
      {sent?.body && <pre>{indented(sent.body)}</pre>}
    </Dialog>
  )
}
