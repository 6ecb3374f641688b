import { copyJson } from '../../src/shared/json.ts'
import type { Clock } from '../clock/clock.ts'
import type { ActiveFault } from '../faults/fault-registry.ts'
import type { KeyedResponse } from '../idempotency/idempotency-keys.ts'
import type { Server } from '../server.ts'
import { entitiesOf, type StoredEntity, type Team } from '../state/teams.ts'
import type { Change, Snapshot } from './change-schema.ts'

/** Describes an entity as a change, without its computed score, and without its documents, which are separate changes. */
export function entityChange(
  team: Team,
  { riskScore: _, tags, documents: __, ...entity }: StoredEntity,
): Change {
  return { kind: 'entity', team: team.id, entity: { ...copyLoadedFields(entity), tags: [...tags] } }
}

/** Copies the network and the list fields that an entity was loaded with, so that a change and the state share no objects. */
export function copyLoadedFields<Entity extends Pick<StoredEntity, 'network' | 'statedFields'>>(
  entity: Entity,
): Entity {
  const { network, statedFields } = entity
  if (network === undefined && statedFields === undefined) return entity
  return {
    ...entity,
    ...(network === undefined ? {} : { network: copyJson(network) }),
    ...(statedFields === undefined ? {} : { statedFields: copyJson(statedFields) }),
  }
}

export function clockChange(clock: Clock): Change {
  return { kind: 'clock', ahead: clock.ahead(), now: clock.now() }
}

export function faultsChange(faults: readonly ActiveFault[]): Change {
  return { kind: 'faults', faults: faults.map(({ id, happened, ...fault }) => ({ id, happened, fault })) }
}

export function idempotencyKeyChange(
  { id }: Team,
  key: string,
  { fingerprint, status, headers, body }: KeyedResponse,
): Change {
  return {
    kind: 'idempotency_key',
    ...{ team: id, key, fingerprint, status, headers: { ...headers }, body },
  }
}

export function teamChange(apiKey: string, { id, entityLimit }: Team): Change {
  return { kind: 'team', id, apiKey, entityLimit }
}

/**
 * Iterates over the state as changes: first the clock, then the keys of all teams, then the entities and the idempotency keys
 * of each team. The documents of an entity directly follow the entity. The iterator shows the state at the time of the call,
 * even if the state changes later.
 */
export function changesOf(server: Server): Generator<Change, void, undefined> {
  const clock = clockChange(server.clock)
  const keys = Array.from(server.state.teams.keys(), ([apiKey, team]) => teamChange(apiKey, team))
  const teams = Array.from(server.state.teams.all(), team => ({
    team,
    entities: entitiesOf(team),
    idempotencyKeys: [...team.idempotencyKeys],
  }))
  return describe()

  function* describe(): Generator<Change, void, undefined> {
    yield clock
    yield* keys
    for (const { team, entities, idempotencyKeys } of teams) {
      for (const entity of entities) {
        yield entityChange(team, entity)
        for (const [number, document] of entity.documents.entries()) {
          yield { kind: 'document', team: team.id, entity: entity.id, number, document: { ...document } }
        }
      }
      for (const [key, response] of idempotencyKeys) yield idempotencyKeyChange(team, key, response)
    }
  }
}

/** Copies changes for a listener, which may modify them. */
export function copyChanges(changes: readonly Change[]): Change[] {
  return copyJson([...changes])
}

/**
 * Returns a key for the subject of a change, such as one entity or one team. A later change with the same subject replaces the
 * earlier change.
 */
export function subjectOf(change: Change): string {
  switch (change.kind) {
    case 'entity':
      return `entity ${change.entity.id}`
    case 'document':
      return `document ${change.number} ${change.entity}`
    case 'team':
      return `key ${change.apiKey}`
    case 'idempotency_key':
      return `idempotency key ${change.key} ${change.team}`
    default:
      return change.kind
  }
}

export function takeSnapshot(server: Server): Snapshot {
  return { version: 1, seed: server.seed, changes: [...changesOf(server)] }
}
