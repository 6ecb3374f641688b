import type { Network, NetworkNode, PepEntry, RiskEntry } from '../../model/network.ts'
import { isUnreadable } from '../graph/parties.ts'

/** An entry against a party of the network. */
export interface EvidenceHit {
  /** Identifier of the party within the network. */
  readonly id: string
  /** Its name; null where none is given. */
  readonly name: string | null
  /** What kind of entry it is. */
  readonly kind: 'sanctions' | 'pep' | 'adverse_media' | 'risk'
  /** Who, or what, the entry is about; null where it does not say. A risk factor is JSON where it is no text. */
  readonly entry: string | null
  /** The public office; null where there is none. */
  readonly position: string | null
  /** Where the entry was found. */
  readonly sources: readonly string[]
  /** Whether it could not be read: it may be a hit like any other. */
  readonly isUnreadable: boolean
}

/** Every entry against anyone in a network. */
export function hitsIn({ nodes }: Network): EvidenceHit[] {
  return nodes.flatMap(node => {
    const party = { id: node.id, name: node.name ?? node.fullName }
    return entriesOf(node).map(entry => ({ ...party, ...entry }))
  })
}

type Entry = Omit<EvidenceHit, 'id' | 'name'>

function entriesOf({ sanctions, pep, adverseMedia, risks }: NetworkNode): Entry[] {
  const read = (
    kind: EvidenceHit['kind'],
    entry: RiskEntry,
    position: PepEntry['position'] = null,
  ): Entry => {
    const { name, sources } = entry
    return { kind, entry: name, position, sources, isUnreadable: isUnreadable(entry) }
  }
  return [
    ...sanctions.map(entry => read('sanctions', entry)),
    ...pep.map(entry => read('pep', entry, entry.position)),
    ...adverseMedia.map(entry => read('adverse_media', entry)),
    ...risks.map(risk => ({
      kind: 'risk' as const,
      entry: typeof risk === 'string' ? risk : JSON.stringify(risk),
      position: null,
      sources: [],
      isUnreadable: false,
    })),
  ]
}
