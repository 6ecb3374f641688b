import type { BulkRow } from '../model/bulk.ts'
import type { CreateEntity } from '../model/creation.ts'
import type { Entity } from '../model/entity.ts'
import { findCountryCode } from '../shared/countries/names.ts'
import { getOrInsert, getOrInsertList } from '../shared/get-or-insert.ts'
import { foldCase, foldRegistration, foldWords } from '../shared/names/fold-name.ts'
import { indexNames } from '../shared/names/similar.ts'
import { readRecordTime, readTime } from '../shared/time.ts'

/** What creation takes and the list shows again, so that one can be found by the other. */
export type Listed = Pick<Entity, 'type' | 'name' | 'countryCode'>

/** How the list will show what is about to be created. */
export function listedAs(input: CreateEntity | BulkRow): Listed {
  const { type, countryCode = '' } = input
  const [name = ''] = namesOf(input)
  return { type, name, countryCode: findCountryCode(countryCode) ?? null }
}

/** The names under which the list may show it: a person of a bulk creation may have a full name beside its parts. */
export function namesOf(input: CreateEntity | BulkRow): string[] {
  const parts = 'firstName' in input ? [`${input.firstName} ${input.lastName}`] : []
  return input.name === undefined ? parts : [input.name, ...parts]
}

/**
 * One text for all that the list may not distinguish: type, country, and the folded name, in any order of its words. Persons who
 * differ only in birth date or national ID share it, for the list shows neither.
 */
export function listingKey({ type, name, countryCode }: Listed, fold = foldWords): string {
  return `${foldCase(type)}\n${countryCode ?? ''}\n${fold(name)}`
}

/** What inputs have in common that the list cannot distinguish. */
export interface Wanted {
  readonly type: string
  readonly countryCode: string | null
  /** Folded; null where there is none. */
  readonly registration: string | null
  readonly names: readonly string[]
  /** How many inputs there are of it. */
  count: number
  /** The same for all that were sent in one request; null where each may have been sent alone. */
  readonly request: object | null
}

/** An input, by whatever carries it, with the others that the list cannot distinguish from it. */
export interface Asked<Given> {
  readonly given: Given
  readonly wanted: Wanted
}

/** The entities that an input may have become, or the inputs that an entity may be of: `certain` in all that the list shows. */
export type Matches<Other> = Record<'certain' | 'similar', Other[]>

/** What one read of the list has shown. */
export interface Findings {
  readonly found: ReadonlyMap<Wanted, Matches<Entity>>
  /** Who lays claim to an entity; nobody with another registration number. */
  readonly claims: ReadonlyMap<Entity, Matches<Wanted>>
  /** New entities that are like no input. */
  readonly strangers: readonly Entity[]
  /** Entities that cannot be read: they may be any. */
  readonly unreadable: readonly Entity[]
  /** Whether the list was whole. */
  readonly isWhole: boolean
}

/** What is known of the entities that are not of the call in doubt. */
export interface Known {
  /** Whether an entity was there before the call or came after it; `undated` where nothing says it of any entity. */
  ageOf(entity: Entity): 'old' | 'new' | 'unknown' | 'undated'
  /** The input that an entity is listed exactly as, with how many were so before; where it is given, nothing else is certain. */
  ownerOf?(entity: Entity): Asked<{ readonly before: number }> | undefined
  /** Whether others create entities meanwhile, so that one of another name says nothing. */
  readonly areOthersAtWork?: boolean
}

/** By how much a caller's clock may be ahead of the service's, in milliseconds; `doctor` reports no less. */
const clockTolerance = 60_000

/** Groups inputs that the list cannot distinguish: thousands of namesakes are looked for once. */
export function groupInputs<Given>(
  all: readonly Given[],
  inputOf: (given: Given) => CreateEntity | BulkRow,
  isOneRequest = false,
): Asked<Given>[] {
  const groups = new Map<string, Wanted>()
  const request = isOneRequest ? groups : null
  return all.map(given => {
    const input = inputOf(given)
    const { type, countryCode } = listedAs(input)
    const number = input.type === 'organization' ? input.registration : undefined
    const registration = number === undefined ? null : foldRegistration(number)
    const names = namesOf(input)
    const key = JSON.stringify([type, countryCode, registration, names.map(foldCase)])
    const make = () => ({ type, countryCode, registration, names, count: 0, request })
    const wanted = getOrInsert<string, Wanted>(groups, key, make)
    wanted.count += 1
    return { given, wanted }
  })
}

/** Compares inputs with the entities of the list, in one read of it. */
export function createComparison(wanted: Iterable<Wanted>, known: Known) {
  const { ageOf, ownerOf, areOthersAtWork = false } = known
  const found = new Map(Array.from(wanted, (one): [Wanted, Matches<Entity>] => [one, noMatches()]))
  const claims = new Map<Entity, Matches<Wanted>>()
  const [strangers, unreadable]: [Entity[], Entity[]] = [[], []]
  const findNames = indexNames([...found.keys()].flatMap(one => one.names.map(name => [name, one] as const)))
  const byRegistration = new Map<string | null, Wanted[]>()
  for (const one of found.keys()) getOrInsertList(byRegistration, one.registration).push(one)
  const owned = new Map<Asked<{ readonly before: number }>, Entity[]>()
  const keyOfId = new Map<string, string>()
  return { take, findings }

  function take(entity: Entity): void {
    const age = ageOf(entity)
    if (age === 'old') return
    const owner = ownerOf?.(entity)
    if (owner !== undefined) {
      getOrInsertList(owned, owner).push(entity)
      return
    }
    if (!isReadable(entity)) unreadable.push(entity)
    const alike = alikeTo(entity)
    if (alike.size === 0) {
      if (age === 'new' && !areOthersAtWork) strangers.push(entity)
      return
    }
    const key = listingKey(entity)
    const other = entity.id === '' ? undefined : keyOfId.get(entity.id)
    // One that the list holds twice counts once; of two that share an identifier neither is the other for certain.
    if (other === key) return
    keyOfId.set(entity.id, key)
    const mayBeCertain = other === undefined && ownerOf === undefined
    for (const [one, isSame] of alike) match(one, entity, isSame && mayBeCertain ? age : 'unknown')
  }

  function findings(isWhole: boolean): Findings {
    for (const [{ wanted: one, given }, entities] of owned)
      if (entities.length > given.before) for (const entity of entities) match(one, entity, 'new')
    return { found, claims, strangers, unreadable, isWhole }
  }

  /** The inputs that an entity may be of: true where the name is the same, false where something else is like it. */
  function alikeTo(entity: Entity): Map<Wanted, boolean> {
    const alike = findNames(entity.name)
    if (areOthersAtWork) return new Map([...alike].filter(([, isSame]) => isSame))
    const registration = registrationOf(entity)
    for (const one of (registration !== null && byRegistration.get(registration)) || [])
      if (!alike.has(one)) alike.set(one, false)
    return alike
  }

  function match(one: Wanted, entity: Entity, age: ReturnType<typeof ageOf>): void {
    const registration = registrationOf(entity)
    const isOther = one.registration !== null && registration !== null && registration !== one.registration
    // Where nothing says what is new, an organization is taken for the one of its name and country.
    const isTaken = age === 'undated' && one.type === 'organization' && one.countryCode === entity.countryCode
    const isCertain = (age === 'new' || isTaken) && !isOther && isOfKind(one, entity)
    const how = isCertain ? 'certain' : 'similar'
    found.get(one)?.[how].push(entity)
    if (!isOther) getOrInsert(claims, entity, noMatches<Wanted>)[how].push(one)
  }
}

const noMatches = <Other>(): Matches<Other> => ({ certain: [], similar: [] })

/** Whether it may have this type and country; the service may fill in a country that was left out. */
export function isOfKind({ type, countryCode }: Wanted, entity: Entity): boolean {
  return foldCase(entity.type) === type && new Set([countryCode, entity.countryCode, null]).size <= 2
}

function registrationOf({ registration }: Entity): string | null {
  return registration === null ? null : foldRegistration(registration)
}

/** The name or type of a response that has drifted is empty; a store of another alphabet leaves question marks of a name. */
function isReadable({ name, type }: Pick<Entity, 'name' | 'type'>): boolean {
  const isWord = /[\p{L}\p{N}]/u.test(name) && !/[?\ufffd]|[ÃÂ][\u0080-\u00bf]/u.test(name)
  const isNothing = /^(?:n\/?a|null|undefined|\[.*\])$/i.test(name.trim())
  return isWord && !isNothing && /\p{L}/u.test(type)
}

/** Judges by the identifiers that were there before the call, and by the time of the call. */
export function createAge(
  since: string | undefined,
  before: ReadonlySet<string> | undefined,
): Known['ageOf'] {
  if (since === undefined && before === undefined) return () => 'undated'
  const from = readTime(since ?? '')?.first ?? Number.NEGATIVE_INFINITY
  return ({ id, createdAt }) => {
    if (id !== '' && before?.has(id)) return 'old'
    const created = since === undefined ? null : readRecordTime(createdAt)
    const isOlder = created !== null && created.last < from - clockTolerance
    // What was not there before is new, whatever its time says; the two together say too little.
    if (before !== undefined && id !== '') return isOlder ? 'unknown' : 'new'
    if (isOlder) return 'old'
    // A time without milliseconds, in the second of the call, is after it; a day alone says too little.
    const isAfter = created !== null && created.last >= from && created.last - created.first < 1000
    return isAfter ? 'new' : 'unknown'
  }
}
