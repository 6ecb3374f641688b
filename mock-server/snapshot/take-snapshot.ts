import { getOrInsertList } from '../../src/shared/get-or-insert.ts'
import { copyJson } from '../../src/shared/json.ts'
import type { Server } from '../server.ts'
import type { StoredEntity } from '../state/stored-entity.ts'
import type { Team } from '../state/teams.ts'
import type { Snapshot } from './snapshot-schema.ts'

/** Copies the state of a server. */
export function takeSnapshot({ seed, clock, state }: Server): Snapshot {
  const keys = new Map<Team, string[]>()
  for (const [apiKey, team] of state.teamByKey) getOrInsertList(keys, team).push(apiKey)
  return {
    version: 2,
    seed,
    clock: { now: clock.now(), ahead: clock.ahead() },
    teams: Array.from(state.teams.values(), team => ({
      id: team.id,
      entityLimit: team.entityLimit,
      keys: keys.get(team) ?? [],
      entities: Array.from(team.entities.values(), saveEntity),
      idempotencyKeys: Array.from(team.idempotencyKeys, ([key, response]) => ({
        ...{ key, fingerprint: response.fingerprint, status: response.status },
        ...{ headers: { ...response.headers }, body: response.body },
      })),
    })),
  }
}

/** Copies an entity, without its computed score. The snapshot and the state share no objects. */
function saveEntity({
  riskScore: _,
  network,
  statedFields,
  renewedFields,
  ...entity
}: StoredEntity): Snapshot['teams'][number]['entities'][number] {
  return {
    ...entity,
    tags: [...entity.tags],
    documents: entity.documents.map(document => ({ ...document })),
    ...(network === undefined ? {} : { network: copyJson(network) }),
    ...(statedFields === undefined ? {} : { statedFields: copyJson(statedFields) }),
    ...(renewedFields === undefined ? {} : { renewedFields: [...renewedFields] }),
  }
}
