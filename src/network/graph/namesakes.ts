import { listOf } from '../../shared/lists.ts'
import { foldCase, foldName, sortWords } from '../../shared/names/fold-name.ts'
import { shortenForms } from '../../shared/names/legal-forms.ts'
import { oneLine } from '../../shared/text/invisible.ts'
import { isCalendarDate } from '../../shared/time.ts'
import type { NamedParty, NetworkParty } from './parties.ts'

/** A party whose name another party of the network has too, with what distinguishes the two. */
export type Namesake = {
  /** Identifier within the network. */
  readonly id: string
  /** 2-letter ISO country code; null where there is none. */
  readonly countryCode: string | null
  /** Date of birth, as the service gives it; null where there is none. */
  readonly birthDate: string | null
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

/**
 * Parties who may be one: of one name, unless two days of birth or two registration numbers tell them apart; and companies of one
 * registration number, unless two countries do.
 */
export function possiblySame(parties: Iterable<NetworkParty>): NetworkParty[][] {
  const all = [...parties]
  const ofOneName = groupsBy(all, ({ nodes }) =>
    nodes.flatMap(({ name, fullName, alternativeNames }) =>
      [name, fullName, ...alternativeNames].flatMap(one =>
        one ? [sortWords(shortenForms(foldName(one)))] : [],
      ),
    ),
  )
  const isNot = (kind: string) => (party: NetworkParty) => party.type !== kind
  const ofOneNumber = groupsBy(all.filter(isNot('person')), registrationsOf)
  return [
    ...ofOneName.flatMap(group => [
      ...notToldApart(group.filter(isNot('organization')), birthDaysOf),
      ...notToldApart(group.filter(isNot('person')), registrationsOf),
    ]),
    ...ofOneNumber.flatMap(group => notToldApart(group, countriesOf)),
  ]
}

/** Those without a mark may be each of the others. */
function notToldApart(
  group: readonly NetworkParty[],
  marksOf: (party: NetworkParty) => string[],
): NetworkParty[][] {
  const unmarked: NetworkParty[] = []
  const marked = new Map<string, NetworkParty[]>()
  for (const one of group) {
    const marks = new Set(marksOf(one))
    if (marks.size === 0) unmarked.push(one)
    for (const mark of marks) listOf(marked, mark).push(one)
  }
  const sets = marked.size === 0 ? [unmarked] : Array.from(marked.values(), some => [...unmarked, ...some])
  return sets.filter(({ length }) => length > 1)
}

function countriesOf({ nodes }: NetworkParty): string[] {
  return nodes.flatMap(({ countryCode }) => countryCode ?? [])
}

/** Whole days: a year alone tells nobody apart. */
function birthDaysOf({ nodes }: NetworkParty): string[] {
  return nodes.map(({ birthDate }) => birthDate?.trim().slice(0, 10) ?? '').filter(isCalendarDate)
}

function registrationsOf({ nodes }: NetworkParty): string[] {
  const numbers = nodes.map(({ registrationNumber }) => registrationNumber?.toUpperCase() ?? '')
  return numbers.map(one => one.replace(/[^\p{L}\p{N}]/gu, '')).filter(one => /[1-9]/.test(one))
}

/** Those who have a key in common with others, once each for every such key. */
function groupsBy(
  parties: Iterable<NetworkParty>,
  keysOf: (party: NetworkParty) => string[],
): NetworkParty[][] {
  const groups = new Map<string, NetworkParty[]>()
  for (const party of parties) {
    for (const key of new Set(keysOf(party))) listOf(groups, key).push(party)
  }
  return [...groups.values()].filter(group => group.length > 1)
}

/** Calls parties by name, or by id where they have none; namesakes by all that distinguishes them. */
export function callerFor(namesakes: readonly Namesake[]): (party: NamedParty) => string {
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
function callOf({ id, name }: NamedParty): string {
  return oneLine(name ?? `"${id}"`)
}
