import type { Teams } from '../state/teams.ts'

const maxTeamsNamed = 10

/**
 * Warns of a fault for a team that does not exist, because its identifier may be misspelled. This is only a warning, because the
 * team may be created later.
 */
export function warnOfUnknownTeam(teams: Teams, id: string, warn: (sentence: string) => void): void {
  if (teams.byId(id) !== undefined) return
  const ids = Array.from(teams.all(), team => team.id).slice(0, maxTeamsNamed)
  const sentence = ids.length === 0 ? 'there are none yet' : `there are ${ids.join(', ')}`
  warn(`entity-screening: faults.add: no team has the id "${id}" (${sentence}): the fault waits for it.`)
}
