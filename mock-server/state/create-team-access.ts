import { noteChange } from '../changes/note-change.ts'
import type { Server } from '../server.ts'
import { addTeam } from './state.ts'
import type { TeamAccess, TeamOptions } from './teams.ts'

/**
 * Creates a team of a server, or another key of a team.
 *
 * @throws TypeError naming each option that is wrong, or a key that belongs to another team.
 */
export function createTeamAccess(server: Server, options: TeamOptions = {}): TeamAccess {
  const { apiKey, team } = addTeam(server.state, server, options)
  server.learn(apiKey)
  noteChange(server, 'teams')
  return { id: team.id, apiKey }
}
