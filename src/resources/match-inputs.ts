import type { BulkRow } from '../model/bulk.ts'
import type { CreateEntity } from '../model/creation.ts'
import type { Entity } from '../model/entity.ts'
import { findCountryCode } from '../shared/countries/lookup.ts'
import { listOf } from '../shared/lists.ts'
import { foldCase, foldRegistration, foldWords } from '../shared/names/fold-name.ts'
import { createNameIndex } from '../shared/names/similar.ts'
import { readRecordTime, readTime } from '../shared/time.ts'

/** What creation takes and the list shows again, so that one can be found by the other. */
export interface Listed {
  readonly type: string
  readonly name: string
  readonly countryCode: string | null
}

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
 * One text for all that the list may not distinguish: kind, country, and the folded name, in any order of its words. Persons who
 * differ only in birth date or national ID share it, for the list shows neither.
 */
export function listingKey({ type, name, countryCode }: Listed): string {
  return `${kindOf({ type, countryCode })}\n${foldWords(name)}`
}

/** One text for what is spelled alike but for case and spacing: what may pass for a repetition without anybody being asked. */
export function spellingKey({ type, name, countryCode }: Listed): string {
  return `${kindOf({ type, countryCode })}\n${foldCase(name)}`
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
  /** All that were sent in the same request; null where each may have been sent alone. */
  readonly request: ReadonlySet<Wanted> | null
}

/** The entities that one of them may have become. */
export interface Found {
  /** Those that match in all that the list shows. */
  readonly certain: readonly Entity[]
  readonly similar: readonly Entity[]
}

/** What one read of the list has shown. */
export interface Findings {
  readonly found: ReadonlyMap<Wanted, Found>
  /** The entities that cannot be read: they may be any. */
  readonly unreadable: readonly Entity[]
  /** Whether the list was whole. */
  readonly isWhole: boolean
  /** New entities that are like no input, and may be this one under another name: a service may change names. */
  readonly strangersTo: (one: Wanted) => readonly Entity[]
}

/** What is known of the entities that are not of the call in doubt. */
export interface Known {
  /** Whether an entity was there before the call or came after it; `undated` where nothing says it of any entity. */
  ageOf(entity: Entity): 'old' | 'new' | 'unknown' | 'undated'
  /** The one input that an entity is listed exactly as; where this is given, nothing else is certain. */
  ownerOf?(entity: Entity): Wanted | undefined
  /** Whether the list is known to show names as they were sent, so that a name that is only similar is another one. */
  readonly areNamesKept?: boolean
  /** Whether others create entities meanwhile, so that one that is like no input says nothing. */
  readonly areOthersAtWork?: boolean
}

/** By how much a caller's clock may be ahead of the service's, in milliseconds; `doctor` reports no less. */
const clockTolerance = 60_000

/** Groups inputs that the list cannot distinguish: thousands of namesakes are looked for once. */
export function groupInputs<Given>(
  all: readonly Given[],
  inputOf: (given: Given) => CreateEntity | BulkRow,
  isOneRequest = false,
): { readonly given: Given; readonly wanted: Wanted }[] {
  const groups = new Map<string, Wanted>()
  const request = isOneRequest ? new Set<Wanted>() : null
  return all.map(given => {
    const input = inputOf(given)
    const { type, countryCode } = listedAs(input)
    const number = input.type === 'organization' ? input.registration : undefined
    const registration = number === undefined ? null : foldRegistration(number)
    const names = namesOf(input)
    const key = JSON.stringify([type, countryCode, registration, names.map(foldCase)])
    const wanted = groups.get(key) ?? { type, countryCode, registration, names, count: 0, request }
    groups.set(key, wanted)
    request?.add(wanted)
    wanted.count += 1
    return { given, wanted }
  })
}

/** Compares inputs with the entities of the list, in one read of it. */
export function createComparison(wanted: Iterable<Wanted>, known: Known) {
  const { ageOf, ownerOf, areNamesKept = false, areOthersAtWork = false } = known
  const all = [...wanted]
  const index = createNameIndex(all.flatMap(one => one.names.map(name => [name, one] as const)))
  const byRegistration = new Map<string | null, Wanted[]>()
  for (const one of all) listOf(byRegistration, one.registration).push(one)
  const found = new Map(all.map(one => [one, { certain: [] as Entity[], similar: [] as Entity[] }]))
  const unreadable: Entity[] = []
  const keyOfId = new Map<string, string>()
  const strangers = new Map<string, Entity[]>()
  return { take, findings: (isWhole: boolean): Findings => ({ found, unreadable, isWhole, strangersTo }) }

  function strangersTo(one: Wanted): Entity[] {
    const kinds =
      one.countryCode === null ? [...strangers.keys()] : [kindOf(one), kindOf({ ...one, countryCode: null })]
    return kinds.flatMap(kind => strangers.get(kind) ?? []).filter(entity => agrees(one, entity))
  }

  function take(entity: Entity): void {
    const age = ageOf(entity)
    if (age === 'old') return
    if (!isReadable(entity)) unreadable.push(entity)
    const owner = ownerOf?.(entity)
    const matches = owner === undefined ? matchesOf(entity) : new Map([[owner, true]])
    if (matches.size === 0) {
      if (!areOthersAtWork && age === 'new') listOf(strangers, kindOf(entity)).push(entity)
      return
    }
    const key = listingKey(entity)
    const other = entity.id === '' ? undefined : keyOfId.get(entity.id)
    // One that the list holds twice counts once; of two that share an identifier neither is the other for certain.
    if (other === key) return
    keyOfId.set(entity.id, key)
    const mayBeCertain = other === undefined && (ownerOf === undefined || owner !== undefined)
    for (const [one, isSame] of matches) {
      const isCertain = isSame && mayBeCertain && agrees(one, entity) && isNewEnough(one, entity, age)
      found.get(one)?.[isCertain ? 'certain' : 'similar'].push(entity)
    }
  }

  /** The inputs that an entity may be of: true where the name is the same, false where something else is like it. */
  function matchesOf(entity: Entity): Map<Wanted, boolean> {
    const matches = index.find(entity.name)
    const registration = registrationOf(entity)
    for (const one of (registration !== null && byRegistration.get(registration)) || [])
      if (!matches.has(one)) matches.set(one, false)
    return areNamesKept ? new Map([...matches].filter(([, isSame]) => isSame)) : matches
  }
}

function kindOf({ type, countryCode }: Pick<Wanted, 'type' | 'countryCode'>): string {
  return `${foldCase(type)}\n${countryCode ?? ''}`
}

/** Where nothing says what is new, an organization is taken for the one of its name and country. */
function isNewEnough(
  { type, countryCode }: Wanted,
  entity: Entity,
  age: ReturnType<Known['ageOf']>,
): boolean {
  return age === 'new' || (age === 'undated' && type === 'organization' && countryCode === entity.countryCode)
}

/** Whether nothing that the list shows speaks against it; the service may fill in what was left out. */
function agrees(one: Wanted, entity: Entity): boolean {
  const codes = new Set([one.countryCode, entity.countryCode, null])
  return foldCase(entity.type) === one.type && codes.size <= 2 && !isOtherRegistration(one, entity)
}

/** Whether both have a registration number, and not the same. */
export function isOtherRegistration({ registration }: Wanted, entity: Entity): boolean {
  const other = registrationOf(entity)
  return registration !== null && other !== null && registration !== other
}

function registrationOf({ registration }: Entity): string | null {
  return registration === null ? null : foldRegistration(registration)
}

/** The name or type of a response that has drifted is empty; a store of another alphabet leaves question marks of a name. */
export function isReadable({ name, type }: Pick<Entity, 'name' | 'type'>): boolean {
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
