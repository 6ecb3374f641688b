import { defaultKey } from '../../mock-server/options.ts'
import { isKey } from '../../src/shared/key-mask.ts'
import { UsageError } from '../usage.ts'

/**
 * The team of each key; the default key where none is given.
 *
 * @param source what a message calls the place where they are given: no message repeats a key.
 */
export function teamsOfKeys(source: string, given: readonly string[] = [defaultKey]): Record<string, string> {
  const teams = new Map<string, string>()
  for (const [key, team] of given.map(text => parseKey(text, source))) {
    const other = teams.get(key)
    // It is unclear which of the two was meant.
    if (other !== undefined && other !== team)
      throw new UsageError(
        `${source} gives the same key to two teams, "${other}" and "${team}": a key belongs to one`,
      )
    teams.set(key, team)
  }
  return Object.fromEntries(teams)
}

/** KEY=TEAM, or KEY alone for the team "team-1"; a key may itself end in "=", a team's name may not hold one. */
function parseKey(given: string, source: string): [key: string, team: string] {
  const at = given.lastIndexOf('=')
  const isNamed = at > 0 && at < given.length - 1
  const key = isNamed ? given.slice(0, at) : given
  if (key.startsWith('=') || !isKey(key))
    throw new UsageError(`${source} must be KEY or KEY=TEAM, the key without spaces`)
  return [key, isNamed ? given.slice(at + 1) : 'team-1']
}
