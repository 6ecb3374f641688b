import { fraction } from '../state/identifiers.ts'
import type { NetworkBody } from './bodies.ts'
import { spellAsSample } from './sample.ts'

/**
 * How networks are spelled: as the specification's tables, as its sample payload (lists of hits as JSON-encoded `pep_json` and
 * its like, the relation type `HasRole`, `country`), or either, by entity (specification: Network).
 *
 * @example
 * const servers = dialects.map(dialect => createMockServer({ dialect }))
 */
export const dialects = ['documented', 'sample', 'mixed'] as const

/**
 * How networks are spelled: `documented`, `sample` or `mixed` (specification: Network).
 *
 * @useDeclaredType
 */
export type Dialect = (typeof dialects)[number]

export function spellNetwork(network: NetworkBody, dialect: Dialect, entityId: string): NetworkBody {
  const asSample = dialect === 'sample' || (dialect === 'mixed' && fraction('dialect', entityId) < 0.5)
  return asSample ? spellAsSample(network) : network
}
