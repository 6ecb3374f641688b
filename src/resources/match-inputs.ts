import type { Entity } from '../model/entity.ts'
import { getOrInsert, getOrInsertList } from '../shared/get-or-insert.ts'
import { foldCase, foldRegistration } from '../shared/names/fold-name.ts'
import { indexNames } from '../shared/names/similar.ts'
import { type GroupedInput, type InputGroup, type ListIdentity, listingKey } from './group-inputs.ts'

/**
 * The matches of an input or an entity. `certain`: the entity was certainly created from the input.
 * `similar`: it may have been created from the input.
 */
export type Matches<Other> = Record<'certain' | 'similar', Other[]>

/** The result of comparing the inputs with one version of the list. */
export interface ListMatches {
  readonly matches: ReadonlyMap<InputGroup, Matches<Entity>>
  /**
   * For each entity, the input groups from which it may have been created. Groups with another registration number are
   * excluded.
   */
  readonly claims: ReadonlyMap<Entity, Matches<InputGroup>>
  /** Entities created after the failed call that are not similar to any input. */
  readonly strangers: readonly Entity[]
  /** Entities with an unreadable name or type. Each may have been created from any input. */
  readonly unreadable: readonly Entity[]
  /** Whether the list contained all entities of the team. */
  readonly isComplete: boolean
  /** Whether the list contained all entities that the caller knows. */
  readonly areKnownListed: boolean
}

/** Facts about the entities in the list that the failed call did not create. */
export interface KnownEntities {
  /**
   * Returns whether an entity was created before (`old`) or after (`new`) the failed call; `unknown` if its identifier is
   * unreadable; `undated` if the entities from before the call are not known, so that it is unclear for all entities.
   */
  ageOf(entity: Entity): 'old' | 'new' | 'unknown' | 'undated'
  /**
   * Returns the input with the same {@link listingKey} as the entity. If this function is defined, matches
   * with other keys are at most `similar`.
   */
  ownerOf?(entity: Entity): GroupedInput<{ readonly lookAlikesBefore: number }> | undefined
  /**
   * Whether other programs create entities at the same time. If so, only entities with the same name as an
   * input are matches.
   */
  readonly areOthersAtWork?: boolean
  /** Whether other programs create entities at the same time, so that an entity with an unlike name is theirs. */
  readonly ignoreStrangers?: boolean
}

/** The state of comparing the inputs with the entities of one list response. */
export interface Comparison {
  readonly known: KnownEntities
  /** For each group of inputs, the entities that may have been created from it. */
  readonly matches: Map<InputGroup, Matches<Entity>>
  /** For each entity, the groups whose inputs it may have been created from. */
  readonly claims: Map<Entity, Matches<InputGroup>>
  readonly strangers: Entity[]
  readonly unreadable: Entity[]
  readonly findNames: (name: string) => Map<InputGroup, boolean>
  readonly byRegistration: ReadonlyMap<string | null, readonly InputGroup[]>
  /** For each input, the entities with the same {@link listingKey}. */
  readonly owned: Map<GroupedInput<{ readonly lookAlikesBefore: number }>, Entity[]>
  /** The {@link listingKey} of each entity, by identifier. */
  readonly keys: Map<string, string>
}

export function createComparison(groups: Iterable<InputGroup>, known: KnownEntities): Comparison {
  const matches = new Map(Array.from(groups, (group): [InputGroup, Matches<Entity>] => [group, noMatches()]))
  const byRegistration = new Map<string | null, InputGroup[]>()
  for (const group of matches.keys()) getOrInsertList(byRegistration, group.registration).push(group)
  const names = [...matches.keys()].flatMap(group => group.names.map(name => [name, group] as const))
  return {
    ...{ known, matches, byRegistration, findNames: indexNames(names) },
    ...{ claims: new Map(), strangers: [], unreadable: [], owned: new Map(), keys: new Map() },
  }
}

/** Compares one entity in the list with all inputs. */
export function compareEntity(comparison: Comparison, entity: Entity): void {
  const { known, strangers, unreadable, owned, keys } = comparison
  const age = known.ageOf(entity)
  if (age === 'old') return
  const owner = known.ownerOf?.(entity)
  if (owner !== undefined) {
    getOrInsertList(owned, owner).push(entity)
    return
  }
  if (!isReadable(entity)) unreadable.push(entity)
  const alike = findAlike(comparison, entity)
  if (alike.size === 0) {
    if (age === 'new' && !known.areOthersAtWork && !known.ignoreStrangers) strangers.push(entity)
    return
  }
  const key = listingKey(entity)
  const earlierKey = entity.id === '' ? undefined : keys.get(entity.id)
  // If the list repeats an entity, it is compared only once. If two different entities have the same
  // identifier, the second one is never a certain match.
  if (earlierKey === key) return
  keys.set(entity.id, key)
  const mayBeCertain = earlierKey === undefined && known.ownerOf === undefined
  for (const [group, isSame] of alike)
    addMatch(comparison, group, entity, isSame && mayBeCertain ? age : 'unknown')
}

/**
 * Returns all matches, after the last entity was compared.
 *
 * @param isComplete - Whether the list contained all entities of the team.
 * @param areKnownListed - Whether the list contained all entities that the caller knows.
 */
export function concludeComparison(
  comparison: Comparison,
  isComplete: boolean,
  areKnownListed = true,
): ListMatches {
  const { matches, claims, strangers, unreadable, owned } = comparison
  for (const [{ group, item }, entities] of owned)
    if (entities.length > item.lookAlikesBefore)
      for (const entity of entities) addMatch(comparison, group, entity, 'new')
  return { matches, claims, strangers, unreadable, isComplete, areKnownListed }
}

/**
 * Finds the groups from which an entity may have been created. Maps a group to true if the names are the
 * same, and to false if the names are only similar or only the registration numbers are the same.
 */
function findAlike(
  { known, findNames, byRegistration }: Comparison,
  entity: Entity,
): ReadonlyMap<InputGroup, boolean> {
  const alike = findNames(entity.name)
  if (known.areOthersAtWork) return new Map([...alike].filter(([, isSame]) => isSame))
  const registration = registrationOf(entity)
  for (const group of (registration !== null && byRegistration.get(registration)) || [])
    if (!alike.has(group)) alike.set(group, false)
  return alike
}

function addMatch(
  { matches, claims }: Comparison,
  group: InputGroup,
  entity: Entity,
  age: ReturnType<KnownEntities['ageOf']>,
): void {
  const registration = registrationOf(entity)
  const isOther = group.registration !== null && registration !== null && registration !== group.registration
  // If no entity's age is known, an organization with the same name and country is treated as a certain
  // match.
  const isTaken =
    age === 'undated' && group.type === 'organization' && group.countryCode === entity.countryCode
  const isCertain = (age === 'new' || isTaken) && !isOther && isOfKind(group, entity)
  const certainty = isCertain ? 'certain' : 'similar'
  matches.get(group)?.[certainty].push(entity)
  if (!isOther) getOrInsert(claims, entity, noMatches<InputGroup>)[certainty].push(group)
}

const noMatches = <Other>(): Matches<Other> => ({ certain: [], similar: [] })

/**
 * Whether an entity has the type and the country of a group. A missing country matches any other, because the service may add a
 * country.
 */
export function isOfKind(
  { type, countryCode }: Omit<ListIdentity, 'name'>,
  entity: Omit<ListIdentity, 'name'>,
): boolean {
  return foldCase(entity.type) === type && new Set([countryCode, entity.countryCode, null]).size <= 2
}

function registrationOf({ registration }: Entity): string | null {
  return registration === null ? null : foldRegistration(registration)
}

/**
 * Whether an entity's name and type are readable. Both may be empty if the response deviates from the specification, and may
 * contain question marks or other replacement characters if the charset is wrong.
 */
function isReadable({ name, type }: Pick<Entity, 'name' | 'type'>): boolean {
  const isWord = /[\p{L}\p{N}]/u.test(name) && !/[?\ufffd]|[ÃÂ][\u0080-\u00bf]/u.test(name)
  const isPlaceholder = /^(?:n\/?a|null|undefined|\[.*\])$/i.test(name.trim())
  return isWord && !isPlaceholder && /\p{L}/u.test(type)
}
