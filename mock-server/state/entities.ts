import { foldName, foldRegistration } from '../../src/shared/names/fold-name.ts'
import type { Undo } from '../changes/change-buffer.ts'
import type { Server } from '../server.ts'
import { hash } from './identifiers.ts'
import type { State } from './state.ts'
import type { StoredDocument, StoredEntity, Team } from './teams.ts'

export type EntityInput = Pick<StoredEntity, 'name' | 'type'> & {
  readonly [Field in OptionalField]?: StoredEntity[Field] | undefined
}

/** Fields of an entity that is loaded; creation sets the others. */
export type Past = Partial<
  Pick<StoredEntity, 'id' | 'createdAt' | 'updatedAt' | 'scanStartedAt' | 'network' | 'statedFields'>
>

type OptionalField = 'countryCode' | 'registration' | 'birthDate' | 'nationalId' | 'nationality' | 'tags'

export const noTags: readonly string[] = []
/** Shared by entities without documents. */
export const noDocuments: readonly StoredDocument[] = []

/** The names of an entity in its team. */
export interface Identity {
  /** The identifier of the first of its type, name and country. */
  readonly first: string
  /** The country and registration of an organization that has one. */
  readonly registered: string | null
}

export function identityOf(
  { seed }: Pick<Server, 'seed'>,
  team: Team,
  { type, name, countryCode, registration }: EntityInput,
): Identity {
  const country = countryCode ?? ''
  const first = hash(seed, team.id, 'entity', type, foldName(name), country).slice(0, 24)
  // A hyphen is the wire's spelling of no registration, which identifies nothing.
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
  past?: Past,
): StoredEntity {
  const created: StoredEntity = {
    id: freeId(team, identity.first),
    name: input.name,
    type: input.type,
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
  const entity = past === undefined ? created : { ...created, ...past }
  server.storeEntity(team, entity, identity)
  return entity
}

/** Puts an entity into its team, or in the place of the one with its identifier; returns the step that takes it back. */
export function putEntity(team: Team, entity: StoredEntity, identity: Identity | null): Undo {
  const { entities } = team
  const before = entities.get(entity.id)
  const unregister = identity === null ? null : register(team, entity, identity)
  entities.set(entity.id, entity)
  return () => {
    // A later change of the entity may have been acknowledged: it must stay.
    if (entities.get(entity.id) !== entity) return
    if (before === undefined) entities.delete(entity.id)
    else entities.set(entity.id, before)
    unregister?.()
  }
}

function register({ namesakes, registrations }: Team, { id }: StoredEntity, identity: Identity): Undo {
  const { first, registered } = identity
  const number = namesakes.get(first)
  const isKnown = registered !== null && registrations.has(registered)
  if (id !== first) namesakes.set(first, (number ?? 1) + 1)
  if (registered !== null) registrations.add(registered)
  return () => {
    if (number === undefined) namesakes.delete(first)
    else namesakes.set(first, number)
    if (registered !== null && !isKnown) registrations.delete(registered)
  }
}

export function addDocument(
  state: Pick<State, 'extendSettledTime'>,
  team: Team,
  entity: StoredEntity,
  document: StoredDocument,
): Undo {
  const changed = { ...entity, documents: [...entity.documents, document] }
  state.extendSettledTime(changed)
  return putEntity(team, changed, null)
}

/** Whether the team has it already, by type, name and country, or by registration (see docs/internals/decisions.md). */
export function hasEntity({ entities, namesakes, registrations }: Team, identity: Identity): boolean {
  const { first, registered } = identity
  return entities.has(first) || namesakes.has(first) || (registered !== null && registrations.has(registered))
}

/** The entity without some of the fields that it was loaded with: from now on they are computed. */
export function withoutStatedFields(entity: StoredEntity, ...names: readonly string[]): StoredEntity {
  const { statedFields } = entity
  if (statedFields === undefined) return entity
  const remaining = Object.entries(statedFields).filter(([name]) => !names.includes(name))
  return { ...entity, statedFields: Object.fromEntries(remaining) }
}

/** Namesakes in a team are numbered, so that unrelated calls change no id. */
function freeId(team: Team, first: string): string {
  return team.entities.has(first) ? hash(first, team.namesakes.get(first) ?? 1).slice(0, 24) : first
}
