import type { StoredEntity, Team } from './teams.ts'

/** The entities of a team as they were at one moment. */
export interface TeamView {
  readonly team: Team
  readonly entities: Iterable<StoredEntity>
}

/** What a state was at one moment, for those who take their time to write it. */
export interface Views {
  open(teams: Iterable<Team>): TeamView[]
  /** Called with each entity before it changes. */
  beforeChange(entity: StoredEntity): void
}

export function createViews(): Views {
  /** Of each view, what has changed since as it was before; a view that is no longer used is dropped. */
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
