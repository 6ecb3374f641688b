import { fraction } from '../state/identifiers.ts'
import type { NetworkBody } from './bodies.ts'
import { spellAsSample } from './sample.ts'

/** How networks are spelled: as the specification's tables, as its sample payload, or either, by entity. */
export const dialects = ['documented', 'sample', 'mixed'] as const

export type Dialect = (typeof dialects)[number]

export function spellNetwork(network: NetworkBody, dialect: Dialect, entityId: string): NetworkBody {
  const asSample = dialect === 'sample' || (dialect === 'mixed' && fraction('dialect', entityId) < 0.5)
  return asSample ? spellAsSample(network) : network
}
