import type { NetworkNode } from '../../model/network.ts'
import { getOrInsertList } from '../../shared/get-or-insert.ts'
import { foldName, sortWords } from '../../shared/names/fold-name.ts'
import { shortenForms } from '../../shared/names/legal-forms.ts'
import { isPlaceholderName } from '../../shared/names/placeholder-names.ts'
import { toOneLine } from '../../shared/text/invisible.ts'
import { isCalendarDate } from '../../shared/time.ts'
import type { NamedParty, NetworkParty } from './parties.ts'

/** A party that shares its name with another party, with its distinguishing fields. */
export type Namesake = Readonly<Pick<NetworkNode, 'id' | 'countryCode' | 'birthDate'>>

/** Groups parties that share a name. Case and the order of words do not matter. */
export function groupByName(parties: Iterable<NetworkParty>): NetworkParty[][] {
  return groupByKeys(parties, foldedNamesOf)
}

/** Returns the distinguishing fields of all parties that share a name. */
export function listNamesakes(nameGroups: readonly (readonly NetworkParty[])[]): Namesake[] {
  return [...new Set(nameGroups.flat())].map(({ id, nodes }) => ({
    id,
    countryCode: nodes.find(node => node.countryCode)?.countryCode ?? null,
    birthDate: nodes.find(node => node.birthDate)?.birthDate ?? null,
  }))
}

/**
 * Groups parties that may be the same: parties with the same name, unless their birth dates or registration numbers differ, and companies
 * with the same registration number.
 */
export function findDuplicateParties(
  parties: Iterable<NetworkParty>,
  nameGroups: readonly (readonly NetworkParty[])[],
): string[][] {
  const groups = nameGroups.flatMap(group => [
    ...splitByIdentifier(group.filter(otherThan('organization')), birthDaysOf),
    ...splitByIdentifier(group.filter(otherThan('person')), registrationsOf),
  ])
  const allGroups = [...groups, ...groupByKeys([...parties].filter(otherThan('person')), registrationsOf)]
  return [
    ...new Map(
      allGroups.map(group => group.map(({ id }) => id)).map(ids => [JSON.stringify(ids), ids]),
    ).values(),
  ]
}

function otherThan(type: string): (party: NetworkParty) => boolean {
  return party => party.type !== type
}

/**
 * Splits a group into one subgroup for each identifier. A party without an identifier is in every subgroup.
 */
function splitByIdentifier(
  group: readonly NetworkParty[],
  identifiersOf: (party: NetworkParty) => string[],
): NetworkParty[][] {
  const unidentified = group.filter(party => identifiersOf(party).length === 0)
  const byIdentifier = new Map<string, NetworkParty[]>()
  for (const party of group)
    for (const identifier of new Set(identifiersOf(party)))
      getOrInsertList(byIdentifier, identifier).push(party)
  const sets =
    byIdentifier.size === 0
      ? [unidentified]
      : Array.from(byIdentifier.values(), members => [...unidentified, ...members])
  return sets.filter(({ length }) => length > 1)
}

/** Returns the names of a party that name it. Two parties with the same placeholder are two parties. */
function foldedNamesOf({ nodes, type }: NetworkParty): string[] {
  const names = nodes.flatMap(({ name, fullName, alternativeNames }) => [name, fullName, ...alternativeNames])
  return [...new Set(names)].flatMap(name =>
    name && !isPlaceholderName(name, type) ? [sortWords(shortenForms(foldName(name)))] : [],
  )
}

/** Returns complete birth dates only, because a year alone does not show whether two persons are the same. */
function birthDaysOf({ nodes }: NetworkParty): string[] {
  return nodes.map(({ birthDate }) => birthDate?.trim().slice(0, 10) ?? '').filter(isCalendarDate)
}

function registrationsOf({ nodes }: NetworkParty): string[] {
  const numbers = nodes.map(({ registrationNumber }) => registrationNumber?.toUpperCase() ?? '')
  return numbers.map(number => number.replace(/[^\p{L}\p{N}]/gu, '')).filter(digits => /[1-9]/.test(digits))
}

/** Returns a group of parties for each key that at least two parties share. */
function groupByKeys(
  parties: Iterable<NetworkParty>,
  keysOf: (party: NetworkParty) => string[],
): NetworkParty[][] {
  const groups = new Map<string, NetworkParty[]>()
  for (const party of parties)
    for (const key of new Set(keysOf(party))) getOrInsertList(groups, key).push(party)
  return [...groups.values()].filter(group => group.length > 1)
}

/** Returns the display name of a party, or of the party with an id. */
export type DisplayName = (party: NamedParty | string) => string

/**
 * Creates a function that returns the display name of a party: its name, or its id if it has no name. For
 * namesakes, adds the distinguishing fields. The returned function also accepts the id of a party in
 * `parties`.
 */
export function createDisplayNames(
  namesakes: readonly Namesake[],
  parties: Iterable<NamedParty> = [],
): DisplayName {
  const byId = new Map(namesakes.map(namesake => [namesake.id, namesake]))
  const names = new Map(Array.from(parties, ({ id, name }) => [id, name]))
  return party => {
    const { id, name } = typeof party === 'string' ? { id: party, name: names.get(party) ?? null } : party
    // A name is put on one line without direction characters, so that it cannot look like a separate sentence
    // or reverse the text after it.
    const label = toOneLine(name ?? `"${id}"`)
    const namesake = byId.get(id)
    if (namesake === undefined) return label
    const { countryCode, birthDate } = namesake
    const distinction = [countryCode, birthDate && `born ${birthDate}`, `"${id}"`].filter(Boolean).join(', ')
    return `${label} (${toOneLine(distinction)})`
  }
}
