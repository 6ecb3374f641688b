/** @jsxImportSource preact */
import { useId } from 'preact/hooks'
import { useConsole } from './console-context.ts'

/** A team, as the control API lists it. */
export interface TeamEntry {
  readonly id: string
  readonly entityLimit: number
  readonly entities: number
  /** Masked, such as `test…ey`. */
  readonly keys: readonly string[]
}

/** Chooses the team whose entities are shown. */
export function TeamChooser() {
  const { teams, team, chooseTeam } = useConsole()
  const name = useId()
  return (
    <span class="team">
      <label for={name}>Team</label>
      <select
        id={name}
        value={team ?? ''}
        disabled={teams.length === 0}
        onChange={event => chooseTeam(event.currentTarget.value)}
      >
        {teams.length === 0 && <option value="">none yet</option>}
        {teams.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </span>
  )
}
