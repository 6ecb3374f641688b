/** @jsxImportSource preact */
import { useId } from 'preact/hooks'
import { useConsole } from './console-context.ts'

export function TeamChooser() {
  const { teams, team, chooseTeam, routes, announce } = useConsole()
  const name = useId()
  return (
    <span class="team">
      <label for={name}>Team</label>{' '}
      <select
        id={name}
        value={team ?? ''}
        disabled={teams.length === 0}
        onChange={({ currentTarget: { value } }) => {
          chooseTeam(value)
          announce(`Team ${value}`)
          // Leaves the page of an entity, because the entity belongs to the previous team.
          if (routes.current().startsWith('/entities/')) routes.go('/entities')
        }}
      >
        {teams.length === 0 && <option value="">{team === null ? 'none yet' : '…'}</option>}
        {teams.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </span>
  )
}
