/** @jsxImportSource preact */
import { useCallback, useState } from 'preact/hooks'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { CopyButton } from '../elements/copy-button.tsx'
import { Problem } from '../elements/problem.tsx'
import { TextField } from '../elements/text-field.tsx'
import { useConsole } from '../shell/console-context.ts'
import type { TeamEntry } from '../shell/team-chooser.tsx'

interface Created {
  readonly id: string
  readonly apiKey: string
}

/** The teams with their masked keys, and a form that creates a team or another key of one. */
export function Teams() {
  const { connection, chooseTeam } = useConsole()
  // Not the list of the team chooser: that one does not follow the number of entities.
  const load = useCallback(() => connection.call<readonly TeamEntry[]>('GET', '/teams'), [connection])
  const { data: teams, error: unread } = useLive(connection, load, ['teams', 'reset', 'state'])
  const { run, isBusy, error } = useAction()
  const [id, setId] = useState('')
  const [limit, setLimit] = useState('')
  const [created, setCreated] = useState<Created>()

  async function create(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    await run(async () => {
      const access = await connection.call<Created>('POST', '/teams', {
        ...(id.trim() === '' ? {} : { id: id.trim() }),
        ...(limit.trim() === '' ? {} : { entityLimit: Number(limit) }),
      })
      setCreated(access)
      chooseTeam(access.id)
      setId('')
      setLimit('')
    })
  }

  return (
    <section aria-labelledby="teams">
      <h2 id="teams">Teams</h2>
      <Problem text={unread} />
      {teams?.length === 0 ? (
        <p>There is no team yet.</p>
      ) : (
        <ul class="teams">
          {teams?.map(({ id, entities, entityLimit, keys }) => (
            <li key={id}>
              <strong>{id}</strong>: {entities.toLocaleString('en')} of {entityLimit.toLocaleString('en')}{' '}
              entities, {keys.length === 1 ? 'key' : 'keys'}
              {keys.map(key => (
                <>
                  {' '}
                  <code class="whole">{key}</code>
                </>
              ))}
            </li>
          ))}
        </ul>
      )}
      <form class="tools" onSubmit={create}>
        <TextField label="Team" hint="a new or a known one" value={id} onInput={setId} />
        <TextField label="Entity limit" hint="the server's" value={limit} onInput={setLimit} />
        <button type="submit" aria-disabled={isBusy}>
          Create team or key
        </button>
      </form>
      <Problem text={error} />
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
