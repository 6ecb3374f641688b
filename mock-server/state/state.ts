import type { Settings } from '../options.ts'
import { parseArgument } from '../parse-argument.ts'
import { computeSettledAt } from '../screening/lifecycle.ts'
import { hash } from './identifiers.ts'
import type { StoredEntity } from './stored-entity.ts'
import { copyTeam, createTeam, type Team, type TeamOptions, teamOptions } from './teams.ts'

/** The part of a server that is replaced by a reset, and when a snapshot is restored. */
export interface State {
  readonly teams: Map<string, Team>
  readonly teamByKey: Map<string, Team>
  /** The number of keys that were ever added. New identifiers and keys depend on it. */
  keyCount: number
  /** The time at which all screenings and document analyses have ended, except screenings that never end. */
  settledAt: number
}

/** Creates the state at the start of a server: the teams of the option `keys`, without entities. */
export function createState(settings: Settings): State {
  const state: State = { teams: new Map(), teamByKey: new Map(), keyCount: 0, settledAt: 0 }
  for (const [apiKey, id] of Object.entries(settings.keys)) addTeam(state, settings, { id, apiKey })
  return state
}

/** Copies a state. The copy shares its entities, which never change in place. */
export function copyState(state: State): State {
  const teams = new Map(Array.from(state.teams, ([id, team]) => [id, copyTeam(team)]))
  const teamByKey = new Map(
    Array.from(state.teamByKey, ([apiKey, team]) => [apiKey, teams.get(team.id) ?? team]),
  )
  return { ...state, teams, teamByKey }
}

/**
 * Adds a team, or adds a key to an existing team.
 *
 * @throws TypeError naming each option that is wrong, or a key that belongs to another team.
 */
export function addTeam(
  state: State,
  { seed, entityLimit }: Pick<Settings, 'seed' | 'entityLimit'>,
  options: TeamOptions,
): { readonly apiKey: string; readonly team: Team } {
  parseArgument(teamOptions, options, { caller: 'teams.create', root: 'the options' })
  const id = options.id ?? `team-${hash(seed, 'team', state.keyCount + 1).slice(0, 12)}`
  const apiKey = options.apiKey ?? `key-${hash(seed, 'key', state.keyCount + 1)}`
  const existing = state.teams.get(id)
  const owner = state.teamByKey.get(apiKey)
  if (owner !== undefined && owner.id !== id)
    throw new TypeError('teams.create: apiKey belongs to another team')
  if (existing !== undefined && (options.entityLimit ?? existing.entityLimit) !== existing.entityLimit) {
    throw new TypeError(`teams.create: entityLimit of a team that exists stays ${existing.entityLimit}`)
  }
  if (owner !== undefined) return { apiKey, team: owner }
  const team = existing ?? createTeam(id, options.entityLimit ?? entityLimit)
  state.keyCount += 1
  state.teams.set(id, team)
  state.teamByKey.set(apiKey, team)
  return { apiKey, team }
}

/** Moves `settledAt` to the end of the screening and the document analyses of an entity, if that is later. */
export function extendSettledTime(
  state: State,
  settings: Pick<Settings, 'scenarios'>,
  entity: StoredEntity,
): void {
  state.settledAt = Math.max(state.settledAt, computeSettledAt(settings, entity))
}
