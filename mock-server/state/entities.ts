import { foldName, foldRegistration } from '../../src/shared/names/fold-name.ts'
import { noteChange } from '../changes/note-change.ts'
import type { Settings } from '../options.ts'
import type { Server } from '../server.ts'
import { shortHash } from './identifiers.ts'
import { extendSettledTime } from './state.ts'
import { noDocuments, noTags, type StoredDocument, type StoredEntity } from './stored-entity.ts'
import type { Team } from './teams.ts'

export type EntityInput = Pick<StoredEntity, 'name' | 'type'> & {
  readonly [Field in OptionalField]?: StoredEntity[Field] | undefined
}

/**
 * The additional fields of an entity that is loaded. When an entity is created instead, the server sets the identifier and the
 * times.
 */
export type LoadedFields = Partial<
  Pick<StoredEntity, 'id' | 'createdAt' | 'updatedAt' | 'scanStartedAt' | 'network' | 'statedFields'>
>

type OptionalField = 'countryCode' | 'registration' | 'birthDate' | 'nationalId' | 'nationality' | 'tags'

/** The properties by which a team recognizes an entity that it already has. */
export interface Identity {
  /** The identifier of the first entity with this type, name and country. */
  readonly first: string
  /** The country and registration of an organization; null if it has no registration. */
  readonly registered: string | null
}

export function identityOf(
  { seed }: Pick<Settings, 'seed'>,
  team: Team,
  { type, name, countryCode, registration }: EntityInput,
): Identity {
  const country = countryCode ?? ''
  const first = shortHash(seed, team.id, 'entity', type, foldName(name), country)
  // The service writes a missing registration as a hyphen, so only letters and digits show that there is one.
  const isRegistered = type === 'organization' && /[\p{L}\p{N}]/u.test(registration ?? '')
  return { first, registered: isRegistered ? `${country} ${foldRegistration(registration ?? '')}` : null }
}

/** Puts a new entity into the team and starts its screening (specification: States and transitions). */
export function addEntity(
  server: Server,
  team: Team,
  input: EntityInput,
  now: number,
  identity = identityOf(server, team, input),
  loadedFields?: LoadedFields,
): StoredEntity {
  const created: StoredEntity = {
    id: freeId(team, identity.first),
    name: input.name,
    // A constant: the string of a request would take memory in every entity.
    type: input.type === 'person' ? 'person' : 'organization',
    countryCode: input.countryCode ?? null,
    registration: input.registration ?? null,
    birthDate: input.birthDate ?? null,
    nationalId: input.nationalId ?? null,
    nationality: input.nationality ?? null,
    tags: input.tags?.length ? input.tags : noTags,
    createdAt: now,
    updatedAt: now,
    scan: 1,
    scanStartedAt: now,
    lastResults: 0,
    caseStatus: null,
    riskScore: null,
    documents: noDocuments,
  }
  const entity = loadedFields === undefined ? created : { ...created, ...loadedFields }
  storeEntity(server, team, entity, identity)
  return entity
}

/** Stores a new entity with its identity, or replaces the entity with the same identifier. */
export function storeEntity(
  server: Server,
  team: Team,
  entity: StoredEntity,
  identity: Identity | null,
): void {
  if (identity !== null) server.checkPrefix(entity.name)
  extendSettledTime(server.state, server, entity)
  putEntity(team, entity, identity)
  noteChange(server, 'entities')
}

/** Adds an entity to its team, or replaces the entity with the same identifier. */
export function putEntity(team: Team, entity: StoredEntity, identity: Identity | null): void {
  if (identity !== null) register(team, entity, identity)
  team.entities.set(entity.id, entity)
}

function register({ namesakes, registrations }: Team, { id }: StoredEntity, identity: Identity): void {
  const { first, registered } = identity
  if (id !== first) changeCount(namesakes, first, 1)
  if (registered !== null) changeCount(registrations, registered, 1)
}

/** Removes the identity of an entity that will be replaced, so that its name and registration are free again. */
export function unregister(server: Server, team: Team, entity: StoredEntity): void {
  const { first, registered } = identityOf(server, team, entity)
  if (entity.id !== first) changeCount(team.namesakes, first, -1)
  if (registered !== null) changeCount(team.registrations, registered, -1)
}

function changeCount(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

/** Adds a document to an entity. */
export function addDocument(
  server: Server,
  team: Team,
  entity: StoredEntity,
  document: StoredDocument,
): void {
  storeEntity(server, team, { ...entity, documents: [...entity.documents, document] }, null)
}

/** Whether the team has an entity with this identity (see docs/internals/decisions.md). */
export function hasEntity(server: Server, team: Team, { first, registered }: Identity): boolean {
  const { entities, namesakes, registrations } = team
  if (namesakes.has(first) || (registered !== null && registrations.has(registered))) return true
  // An entity keeps its identifier when it is replaced, even if its name changes.
  const entity = entities.get(first)
  return entity !== undefined && identityOf(server, team, entity).first === first
}

/**
 * Returns the identifier of a new entity. It depends only on the type, name and country, and on how many entities of the team
 * already share these, so unrelated calls do not change it.
 */
function freeId({ entities, namesakes }: Team, first: string): string {
  let id = first
  for (let number = (namesakes.get(first) ?? 0) + 1; entities.has(id); number += 1)
    id = shortHash(first, number)
  return id
}
