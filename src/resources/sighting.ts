import { readTime } from '../contract/time.ts'
import type { BulkRow } from '../model/bulk.ts'
import type { CreateEntity } from '../model/creation.ts'
import type { Entity } from '../model/entity.ts'
import { foldCase, foldRegistration, listedAs, namesOf } from '../model/names/identity.ts'
import { createNameIndex } from '../model/names/similar.ts'
import type { TeamList } from './whole-list.ts'

/** What inputs have in common that the list cannot distinguish. */
export interface Wanted {
  readonly type: string
  readonly countryCode: string | null
  /** Folded; null where there is none. */
  readonly registration: string | null
  readonly names: readonly string[]
  /** How many inputs there are of it. */
  count: number
}

/** The entities that one of them may have become. */
export interface Found {
  /** Those that match in all that the list shows. */
  readonly certain: Entity[]
  readonly similar: Entity[]
}

/** What one look at the list has shown. */
export interface Sighting {
  readonly found: ReadonlyMap<Wanted, Found>
  /** False where an entity may be there that could not be seen: the list was not whole, or one could not be read. */
  readonly isClear: boolean
  /** The first of the entities that could not be read. */
  readonly unreadable: readonly Entity[]
}

/** Whether an entity was there before the call in doubt, or came after it; `unknown` where nothing says. */
type Age = 'old' | 'new' | 'unknown'

/** What distinguishes entities that existed before the call in doubt. */
export interface Known {
  readonly since: string | undefined
  /** The identifiers of entities that were there before. */
  readonly before: ReadonlySet<string> | undefined
}

/** A team's list in which nothing can be read is not to be kept whole. */
const mostUnreadable = 100

/** By how much a caller's clock may be ahead of the service's, in milliseconds; `doctor` reports no less. */
const clockTolerance = 60_000

/** Groups inputs that the list cannot distinguish: thousands of namesakes are looked for once. */
export function groupInputs<Input extends CreateEntity | BulkRow>(
  inputs: readonly Input[],
): { readonly input: Input; readonly wanted: Wanted }[] {
  const groups = new Map<string, Wanted>()
  return inputs.map(input => {
    const { type, countryCode } = listedAs(input)
    const given = input.type === 'organization' ? input.registration : undefined
    const registration = given === undefined ? null : foldRegistration(given)
    const names = namesOf(input)
    const key = JSON.stringify([type, countryCode, registration, names.map(foldCase)])
    const wanted = groups.get(key) ?? { type, countryCode, registration, names, count: 0 }
    groups.set(key, wanted)
    wanted.count += 1
    return { input, wanted }
  })
}

/** Prepares to look for inputs in the list, as often as is needed. */
export function createLook(wanted: ReadonlySet<Wanted>, known: Known): (team: TeamList) => Promise<Sighting> {
  const index = createNameIndex([...wanted].flatMap(one => one.names.map(name => [name, one] as const)))
  const byRegistration = new Map<string, Wanted[]>()
  for (const one of wanted) {
    if (one.registration === null) continue
    const others = byRegistration.get(one.registration)
    if (others === undefined) byRegistration.set(one.registration, [one])
    else others.push(one)
  }
  const ageOf = createAge(known)
  const areDated = known.since !== undefined || known.before !== undefined

  return async team => {
    const found = new Map<Wanted, Found>(Array.from(wanted, one => [one, { certain: [], similar: [] }]))
    const unreadable: Entity[] = []
    const seen = new Set<string>()
    for await (const entity of team.read()) {
      const age = ageOf(entity)
      if (age === 'old') continue
      if (!isReadable(entity) && unreadable.length < mostUnreadable) unreadable.push(entity)
      const matches = index.find(entity.name)
      for (const one of byRegistration.get(registrationOf(entity) ?? '') ?? [])
        if (!matches.has(one)) matches.set(one, false)
      // One that a list holds twice counts once, but two that share an identifier are both to be looked at.
      const isRepeated = seen.has(entity.id)
      if (matches.size > 0 && entity.id !== '') seen.add(entity.id)
      for (const [one, isSame] of matches) {
        const isCertain = isSame && !isRepeated && agrees(one, entity) && isNewEnough(one, entity, age)
        found.get(one)?.[isCertain ? 'certain' : 'similar'].push(entity)
      }
    }
    const isWhole = team.missing() === undefined
    return { found, isClear: isWhole && unreadable.length === 0, unreadable }
  }

  /** Where nothing says what is new, an organization is taken for the one of its name and country. */
  function isNewEnough(one: Wanted, entity: Entity, age: Age): boolean {
    if (age === 'new') return true
    return !areDated && one.type === 'organization' && one.countryCode === entity.countryCode
  }
}

/** Whether nothing that the list shows speaks against it; the service may fill in what was left out. */
function agrees(one: Wanted, entity: Entity): boolean {
  const { type, countryCode } = one
  const isOfCountry =
    countryCode === null || entity.countryCode === null || countryCode === entity.countryCode
  return foldCase(entity.type) === type && isOfCountry && !isOtherRegistration(one, entity)
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

function createAge({ since, before }: Known): (entity: Entity) => Age {
  const from = readTime(since ?? '')?.first ?? Number.NEGATIVE_INFINITY
  return ({ id, createdAt }) => {
    if (id !== '' && before?.has(id)) return 'old'
    const created = since === undefined ? null : readTime(createdAt)
    if (created !== null && created.last < from - clockTolerance) return 'old'
    if (before !== undefined && id !== '') return 'new'
    // A time without milliseconds, in the second of the call, is after it; a day alone says too little.
    const isAfter = created !== null && created.last >= from && created.last - created.first < 1000
    return isAfter ? 'new' : 'unknown'
  }
}
