import type { HitEntry, Network, NetworkNode, PepEntry } from '../../model/network.ts'
import { fieldOf, lists, programs } from '../hits.ts'

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
  /** The programme of a sanction; null where an unknown field of this name does not say. */
  readonly program: string | null
  /** The list, or who keeps it; null where an unknown field does not say. */
  readonly list: string | null
  /** Since when, as it came; null where an unknown field does not say. */
  readonly date: string | null
  /** Where the entry was found. */
  readonly sources: readonly string[]
  /** Whether it can be read; one that cannot may be a hit like any other. */
  readonly isReadable: boolean
}

const dates =
  /^((list(ed|ing)|added|designat(ed|ion)|publi(shed|cation)|effective|start)?(on|date|at|since)|date)$/

/** Every entry against anyone in a network, the gravest first. */
export function hitsIn({ nodes }: Network): EvidenceHit[] {
  const found = nodes.flatMap(node => {
    const party = { id: node.id, name: node.name ?? node.fullName }
    return entriesOf(node).map(entry => ({ ...party, ...entry }))
  })
  return found.sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
}

const kinds: readonly EvidenceHit['kind'][] = ['sanctions', 'pep', 'adverse_media', 'risk']

type Entry = Omit<EvidenceHit, 'id' | 'name'>

function entriesOf({ sanctions, pep, adverseMedia, risks }: NetworkNode): Entry[] {
  const read = (kind: EvidenceHit['kind'], entry: HitEntry, position: PepEntry['position'] = null): Entry => {
    const { name, sources, isReadable } = entry
    const said = (names: RegExp) => fieldOf(entry, names)
    const facts = { program: said(programs), list: said(lists), date: said(dates) }
    return { kind, entry: name, position, ...facts, sources, isReadable }
  }
  return [
    ...sanctions.map(entry => read('sanctions', entry)),
    ...pep.map(entry => read('pep', entry, entry.position)),
    ...adverseMedia.map(entry => read('adverse_media', entry)),
    ...risks.map(risk => ({
      kind: 'risk' as const,
      entry: typeof risk === 'string' ? risk : JSON.stringify(risk),
      position: null,
      program: null,
      list: null,
      date: null,
      sources: [],
      isReadable: true,
    })),
  ]
}
