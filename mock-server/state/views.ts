import type { StoredEntity, Team } from './teams.ts'

/** The entities of a team as they were at one moment. */
export interface TeamView {
  readonly team: Team
  readonly entities: Iterable<StoredEntity>
}

/** Views of a state at one moment, to be written over time. */
export interface Views {
  open(teams: Iterable<Team>): TeamView[]
  /** Called with each entity before it changes. */
  beforeChange(entity: StoredEntity): void
}

export function createViews(): Views {
  /** For each view, the entities that changed since, as they were; unused views are dropped. */
  const views = new Set<WeakRef<Map<StoredEntity, StoredEntity>>>()
  return {
    open(teams) {
      const before = new Map<StoredEntity, StoredEntity>()
      views.add(new WeakRef(before))
      return Array.from(teams, team => ({ team, entities: asBefore([...team.entities.values()], before) }))
    },
    beforeChange(entity) {
      for (const view of views) {
        const before = view.deref()
        if (before === undefined) views.delete(view)
        else if (!before.has(entity)) before.set(entity, { ...entity, documents: [...entity.documents] })
      }
    },
  }
}

function* asBefore(
  entities: readonly StoredEntity[],
  before: ReadonlyMap<StoredEntity, StoredEntity>,
): Generator<StoredEntity> {
  for (const entity of entities) yield before.get(entity) ?? entity
}
