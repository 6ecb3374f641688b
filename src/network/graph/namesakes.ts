import { foldCase, foldName } from '../../shared/names/fold-name.ts'
import { oneLine } from '../one-line.ts'
import type { NetworkParty } from './parties.ts'

/** A party whose name another party of the network has too, with what distinguishes the two. */
export interface Namesake {
  /** Identifier within the network. */
  readonly id: string
  /** 2-letter ISO country code; null where there is none. */
  readonly countryCode: string | null
  /** Date of birth, as the service gives it; null where there is none. */
  readonly birthDate: string | null
}

interface Named {
  readonly id: string
  readonly name: string | null
}

/** All who share a name, whatever the case of its letters. */
export function namesakesIn(parties: Iterable<NetworkParty>): Namesake[] {
  const byCall = groupsBy(parties, party => [foldCase(callOf(party))])
  return byCall.flatMap(same =>
    same.map(({ id, nodes }) => ({
      id,
      countryCode: nodes.find(node => node.countryCode)?.countryCode ?? null,
      birthDate: nodes.find(node => node.birthDate)?.birthDate ?? null,
    })),
  )
}

/** Parties of one name who may be one: of one birth date or registration number, or persons one of whom has no birth date. */
export function possiblySame(parties: Iterable<NetworkParty>): NetworkParty[][] {
  const groups = groupsBy(parties, ({ nodes }) =>
    nodes.flatMap(({ name, fullName, alternativeNames }) =>
      [name, fullName, ...alternativeNames].flatMap(one => (one ? [foldName(one)] : [])),
    ),
  )
  return groups.flatMap(group => {
    const persons = group.filter(({ type }) => type === 'person')
    const datesOf = ({ nodes }: NetworkParty) => nodes.flatMap(({ birthDate }) => birthDate ?? [])
    const undated = persons.filter(one => datesOf(one).length === 0)
    const dates = new Set<string | null>(persons.flatMap(datesOf))
    const withUndated = Array.from(dates.size === 0 ? [null] : dates, date => [
      ...undated,
      ...persons.filter(one => date !== null && datesOf(one).includes(date)),
    ])
    return [
      ...(undated.length === 0 ? [] : withUndated.filter(({ length }) => length > 1)),
      ...groupsBy(group, ({ nodes }) =>
        nodes.flatMap(({ birthDate, registrationNumber }) =>
          [birthDate, registrationNumber].flatMap((one, at) => (one === null ? [] : [`${at} ${one}`])),
        ),
      ),
    ]
  })
}

/** Those who have a key in common with others, once each for every such key. */
function groupsBy(
  parties: Iterable<NetworkParty>,
  keysOf: (party: NetworkParty) => string[],
): NetworkParty[][] {
  const groups = new Map<string, NetworkParty[]>()
  for (const party of parties) {
    for (const key of new Set(keysOf(party))) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [party])
      else group.push(party)
    }
  }
  return [...groups.values()].filter(group => group.length > 1)
}

/** Calls parties by name, or by id where they have none; namesakes by all that distinguishes them. */
export function callerFor(namesakes: readonly Namesake[]): (party: Named) => string {
  const byId = new Map(namesakes.map(namesake => [namesake.id, namesake]))
  return party => {
    const namesake = byId.get(party.id)
    if (namesake === undefined) return callOf(party)
    const { id, countryCode, birthDate } = namesake
    const born = birthDate === null ? null : `born ${birthDate}`
    const apart = [countryCode, born, `"${id}"`].filter(part => part !== null).join(', ')
    return `${callOf(party)} (${oneLine(apart)})`
  }
}

/** On one line: a name must not pass for a sentence of its own, or turn the rest of one round. */
function callOf({ id, name }: Named): string {
  return oneLine(name ?? `"${id}"`)
}
