import type { Server } from '../server.ts'

export type TeamEntry = ReturnType<typeof describeTeams>[number]

export function describeTeams({ state: { teams, teamByKey } }: Server) {
  const keys = new Map<string, string[]>()
  for (const [apiKey, { id }] of teamByKey) keys.set(id, [...(keys.get(id) ?? []), abbreviateKey(apiKey)])
  return Array.from(teams.values(), ({ id, entityLimit, entities }) => ({
    id,
    entityLimit,
    entities: entities.size,
    keys: keys.get(id) ?? [],
  }))
}

/** Abbreviates a key. At most a quarter of its characters remain at the beginning, and an eighth at the end. */
function abbreviateKey(apiKey: string): string {
  const before = Math.min(4, Math.floor(apiKey.length / 4))
  const after = Math.min(2, Math.floor(apiKey.length / 8))
  return `${apiKey.slice(0, before)}…${apiKey.slice(apiKey.length - after)}`
}
