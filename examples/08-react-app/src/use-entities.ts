import { useQuery } from '@tanstack/react-query'
import type { Entity } from 'entity-screening-sdk'
import type { ScreeningOptions } from 'entity-screening-sdk/react-query'

/** The team's entities; asked for again each second while one of them waits for its first results. */
export function useEntities(screening: ScreeningOptions) {
  return useQuery({
    ...screening.entities.list(),
    refetchInterval: ({ state }) => (state.data?.some(isPending) ? 1000 : false),
  })
}

/** The service says in no other way that an entity has not been screened yet. */
export function isPending(entity: Entity): boolean {
  return entity.riskLevel === null
}
