import type { Entity } from '../../model/entity.ts'

/** Whether a screening has ended. Before its end, a network shows no hits, or only some. */
export type ScreeningState = (typeof screeningStates)[number]

interface ScreeningOptions {
  readonly entity?: Entity | undefined
  readonly screening?: ScreeningState | undefined
}

export const screeningStates = ['ended', 'running', 'unknown'] as const

/** Returns the screening state of the entity, or the option `screening` if there is no entity; null if there is neither. */
export function determineScreening({ entity, screening }: ScreeningOptions): ScreeningState | null {
  return entity === undefined ? (screening ?? null) : readScreeningState(entity)
}

/**
 * Reads the state of an entity's screening. If the entity has the risk level under two field names with different values,
 * `riskLevel` is null and the values are in `unknownFields`. This also counts as a level.
 */
export function readScreeningState({ caseStatus, riskLevel, unknownFields }: Entity): ScreeningState {
  const hasLevel =
    riskLevel !== null ||
    Object.keys(unknownFields).some(name => /^risk(level|label)$/i.test(name.replace(/[^a-z]/gi, '')))
  return hasLevel && caseStatus !== 'NOT_STARTED' ? 'ended' : 'running'
}

export const notScreened =
  'The screening of the entity has no result yet: wait for it, read the network again, and do not rely on this one.'

export const screeningUnknown =
  'Whether the screening of the entity has a result is unknown: before that, a network shows no hits.'
