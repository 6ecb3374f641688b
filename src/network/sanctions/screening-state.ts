import type { Entity } from '../../model/entity.ts'

/** Whether a screening has ended: before, a network shows no hits, or not all of them. */
export type ScreeningState = (typeof screeningStates)[number]

export const screeningStates = ['ended', 'running', 'unknown'] as const

/** A risk level that came in two contradicting spellings is lost, and was there. */
export function screeningOf({ caseStatus, riskLevel, unknownFields }: Entity): ScreeningState {
  const hasLevel =
    riskLevel !== null ||
    Object.keys(unknownFields).some(name => /^risk(level|label)$/i.test(name.replace(/[^a-z]/gi, '')))
  return hasLevel && caseStatus !== 'NOT_STARTED' ? 'ended' : 'running'
}
