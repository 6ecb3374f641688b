import type { Entity } from '../../model/entity.ts'
import { hasRiskLevel } from '../../model/has-risk-level.ts'

/** Whether a screening has ended. Before its end, a network shows no hits, or only some. */
export type ScreeningState = (typeof screeningStates)[number]

export const screeningStates = ['ended', 'running', 'unknown'] as const

/** Returns the screening state of the entity, or the option `screening` if there is no entity; `unknown` if there is neither. */
export function determineScreening({
  entity,
  screening = 'unknown',
}: {
  readonly entity?: Entity | undefined
  readonly screening?: ScreeningState | undefined
}): ScreeningState {
  return entity === undefined ? screening : readScreeningState(entity)
}

export function readScreeningState(entity: Entity): ScreeningState {
  return hasRiskLevel(entity) && entity.caseStatus !== 'NOT_STARTED' ? 'ended' : 'running'
}

export const notScreened =
  'The screening of the entity has no result yet: wait for it, read the network again, and do not rely on this one.'

export const screeningUnknown =
  'Whether the screening of the entity has a result is unknown: before that, a network shows no hits.'
