import { getOrInsertList } from '../../../src/shared/get-or-insert.ts'
import { foldRegistration } from '../../../src/shared/names/fold-name.ts'
import type { ScreeningParty } from '../party.ts'
import { getUniverse } from '../universe/index.ts'
import { toNameKey } from './names.ts'

/** A party with the keys of its name and of its alternative names, in this order. */
export interface IndexedParty {
  readonly party: ScreeningParty
  readonly nameKeys: readonly string[]
}

/** The parties of the universe, in the order of their keys, and by their names and identifiers. */
interface PartyIndex {
  readonly all: readonly IndexedParty[]
  readonly byNameKey: ReadonlyMap<string, readonly IndexedParty[]>
  /** The parties by their folded registrations and national IDs. */
  readonly byIdentifier: ReadonlyMap<string, readonly IndexedParty[]>
}

let partyIndex: PartyIndex | undefined

/** Creates the index at the first call, so that its creation does not delay the start of a server. */
export function getPartyIndex(): PartyIndex {
  partyIndex ??= createPartyIndex(getUniverse().parties)
  return partyIndex
}

function createPartyIndex(parties: readonly ScreeningParty[]): PartyIndex {
  const byNameKey = new Map<string, IndexedParty[]>()
  const byIdentifier = new Map<string, IndexedParty[]>()
  const all = [...parties].sort((a, b) => (a.key < b.key ? -1 : 1)).map(indexParty)
  for (const indexedParty of all) {
    for (const nameKey of new Set(indexedParty.nameKeys))
      getOrInsertList(byNameKey, nameKey).push(indexedParty)
    for (const identifier of listIdentifiers(indexedParty.party))
      getOrInsertList(byIdentifier, identifier).push(indexedParty)
  }
  return { all, byNameKey, byIdentifier }
}

function indexParty(party: ScreeningParty): IndexedParty {
  const names = [party.name, ...(party.alternativeNames ?? [])]
  return { party, nameKeys: names.map(name => toNameKey(name, party.type)) }
}

/** Returns the registration and the national ID of a party or a subject, folded. */
export function listIdentifiers(identifiers: {
  readonly registration?: string | null | undefined
  readonly nationalId?: string | null | undefined
}): string[] {
  const { registration, nationalId } = identifiers
  return [registration, nationalId].flatMap(identifier => (identifier ? foldRegistration(identifier) : []))
}
