/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { TeamAccess } from '../../state/teams.ts'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { CopyButton } from '../elements/dialog.tsx'
import { Form, Problem, TextField } from '../elements/form.tsx'
import { useConsole } from '../shell/console-context.ts'
import type { TeamEntry } from '../shell/team-chooser.tsx'

export function Teams() {
  const { connection, chooseTeam } = useConsole()
  // Not the list of the team chooser: that one does not follow the number of entities.
  const live = useLive<readonly TeamEntry[]>(connection, '/teams', ['teams', 'reset', 'state'])
  const [id, setId] = useState('')
  const [limit, setLimit] = useState('')
  const [created, setCreated] = useState<TeamAccess>()

  async function create(): Promise<void> {
    const access = await connection.call<TeamAccess>('POST', '/teams', {
      ...(id.trim() !== '' && { id: id.trim() }),
      ...(limit.trim() !== '' && { entityLimit: Number(limit) }),
    })
    setCreated(access)
    chooseTeam(access.id)
    setId('')
    setLimit('')
  }

  return (
    <section aria-labelledby="teams">
      <h2 id="teams">Teams</h2>
      <Problem text={live.error} />
      {live.data?.length === 0 && <p>There is no team yet.</p>}
      <ul>
        {live.data?.map(({ id, entities, entityLimit, keys }) => (
          <li key={id}>
            <strong>{id}</strong>: {entities.toLocaleString('en')} of {entityLimit.toLocaleString('en')}{' '}
            entities, {keys.length === 1 ? 'key' : 'keys'}
            {keys.map(key => (
              <>
                {' '}
                <code>{key}</code>
              </>
            ))}
          </li>
        ))}
      </ul>
      <Form action={useAction()} layout="tools" work={create} submit="Create team or key">
        <TextField label="Team" hint="a new or a known one" value={id} onInput={setId} />
        <TextField label="Entity limit" hint="the server's" value={limit} onInput={setLimit} />
      </Form>
      <p role="status">
        {created !== undefined && (
          <>
            Created a key of <strong>{created.id}</strong>, <code>{masked(created.apiKey)}</code>: copy it
            now, it is not shown again. <CopyButton label="Copy key" text={() => created.apiKey} />
          </>
        )}
      </p>
    </section>
  )
}

function masked(apiKey: string): string {
  return `${apiKey.slice(0, Math.min(4, apiKey.length / 4))}…`
}
