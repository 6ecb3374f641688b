import type { Entity } from '../../model/entity.ts'

/** Whether a screening has ended. Before its end, a network shows no hits, or only some. */
export type ScreeningState = (typeof screeningStates)[number]

interface ScreeningOptions {
  readonly entity?: Entity | undefined
  readonly screening?: ScreeningState | undefined
}

export const screeningStates = ['ended', 'running', 'unknown'] as const

/**
 * Returns the screening state of the entity; without an entity, the option `screening`; without both, null.
 */
export function determineScreening({ entity, screening }: ScreeningOptions): ScreeningState | null {
  return entity === undefined ? (screening ?? null) : readScreeningState(entity)
}

/**
 * Reads the state of an entity's screening. If two spellings of the risk level contradict each other, `riskLevel` is null, but
 * the level still appears in `unknownFields`.
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
