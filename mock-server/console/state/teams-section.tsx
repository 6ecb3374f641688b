/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { TeamEntry } from '../../admin/teams.ts'
import type { TeamAccess } from '../../state/teams.ts'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { CopyButton } from '../elements/copy-button.tsx'
import { Form, Problem, TextField } from '../elements/form.tsx'
import { PlainTable } from '../elements/plain-table.tsx'
import { useConsole } from '../shell/console-context.ts'

export function TeamsSection() {
  const { connection, chooseTeam } = useConsole()
  // This section reads a separate list of teams, because the list of the team chooser is not updated when the number of entities
  // changes.
  const live = useLive<readonly TeamEntry[]>(connection, '/teams', ['teams', 'entities'])
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
      <PlainTable
        label="Teams"
        titles={['Team', 'Entities', 'Keys']}
        oneLine={['Entities']}
        rows={(live.data ?? []).map(rowOf)}
      />
      <Form action={useAction()} layout="tools" work={create} submit="Create team or key">
        <TextField label="Team" hint="new or known" value={id} onInput={setId} />
        <TextField label="Entity limit" hint="the server's" value={limit} onInput={setLimit} />
      </Form>
      <p role="status">
        {created !== undefined && (
          <>
            Created a key of <strong>{created.id}</strong>, <code>{maskKey(created.apiKey)}</code>: copy it
            now, it is not shown again. <CopyButton label="Copy key" text={() => created.apiKey} />
          </>
        )}
      </p>
    </section>
  )
}

function rowOf({ id, entities, entityLimit, keys }: TeamEntry) {
  const codes = keys.map(key => <code key={key}>{key}</code>)
  return {
    key: id,
    cells: [
      id,
      `${entities.toLocaleString('en')} of ${entityLimit.toLocaleString('en')}`,
      <span key="keys" class="codes">
        {codes}
      </span>,
    ],
  }
}

function maskKey(apiKey: string): string {
  return `${apiKey.slice(0, Math.min(4, apiKey.length / 4))}…`
}
