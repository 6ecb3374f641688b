import { useQuery } from '@tanstack/react-query'
import type { Entity } from 'entity-screening-sdk'
import type { ScreeningQueries } from 'entity-screening-sdk/react-query'

/** The team's entities, fetched again each second while one of them has no results yet. */
export function useEntities(screening: ScreeningQueries) {
  return useQuery({
    ...screening.entities.list(),
    refetchInterval: ({ state }) => (state.data?.some(isPending) ? 1000 : false),
  })
}

/** A missing risk level is the service's only sign that an entity has not been screened yet. */
export function isPending(entity: Entity): boolean {
  return entity.riskLevel === null
}
