import { foldName, foldRegistration } from '../../src/shared/names/fold-name.ts'
import type { Server } from '../server.ts'
import { hash } from './identifiers.ts'
import type { StoredDocument, StoredEntity, Team } from './teams.ts'

export type EntityInput = Pick<StoredEntity, 'name' | 'type'> & {
  readonly [Field in OptionalField]?: StoredEntity[Field] | undefined
}

/** What is given of an entity that is loaded, and else set by its creation. */
export type Past = Partial<
  Pick<StoredEntity, 'id' | 'createdAt' | 'updatedAt' | 'scanStartedAt' | 'caseStatus' | 'network'>
>

type OptionalField = 'countryCode' | 'registration' | 'birthDate' | 'nationalId' | 'nationality' | 'tags'

const noMarks: readonly string[] = []
export const noTags: readonly string[] = []
/** Shared by entities without documents. */
export const noDocuments: readonly StoredDocument[] = []

/** What a team knows an entity by: the identifier of the first of its name, and the marks of an organization. */
export interface Identity {
  readonly first: string
  readonly marks: readonly string[]
}

export function identityOf(
  { seed }: Pick<Server, 'seed'>,
  team: Team,
  { type, name, countryCode, registration }: EntityInput,
): Identity {
  const folded = foldName(name)
  const country = countryCode ?? ''
  const first = hash(seed, team.id, 'entity', type, folded, country).slice(0, 24)
  if (type === 'person') return { first, marks: noMarks }
  const marks = [`name ${country} ${folded}`]
  // A hyphen stands for no registration: two that have none are not the same.
  if (registration && /[\p{L}\p{N}]/u.test(registration))
    marks.push(`registration ${country} ${foldRegistration(registration)}`)
  return { first, marks }
}

/** Puts a new entity into the team and starts its screening (specification: States and transitions). */
export function addEntity(
  server: Server,
  team: Team,
  input: EntityInput,
  identity = identityOf(server, team, input),
  past: Past = {},
): StoredEntity {
  const now = server.clock.now()
  const entity: StoredEntity = {
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
    ...past,
  }
  register(team, entity, identity)
  server.screeningStarted(entity)
  server.entityChanged(team, entity)
  return entity
}

export function putEntity(server: Pick<Server, 'seed'>, team: Team, entity: StoredEntity): void {
  if (!team.entities.has(entity.id)) register(team, entity, identityOf(server, team, entity))
  team.entities.set(entity.id, entity)
}

function register(
  { namesakes, organizations }: Team,
  { id }: StoredEntity,
  { first, marks }: Identity,
): void {
  if (id !== first) namesakes.set(first, (namesakes.get(first) ?? 1) + 1)
  for (const mark of marks) organizations.add(mark)
}

export function addDocument(
  server: Pick<Server, 'screeningStarted'>,
  team: Team,
  entity: StoredEntity,
  document: StoredDocument,
): void {
  const changed = { ...entity, documents: [...entity.documents, document] }
  team.entities.set(entity.id, changed)
  server.screeningStarted(changed)
}

/** Whether the team has it already: a person by name and country, an organization by its marks (see docs/internals/decisions.md). */
export function hasEntity(team: Team, { type }: EntityInput, { first, marks }: Identity): boolean {
  if (type === 'organization') return marks.some(mark => team.organizations.has(mark))
  return team.entities.has(first) || team.namesakes.has(first)
}

/** Namesakes in a team are numbered, so that unrelated calls change no id. */
function freeId(team: Team, first: string): string {
  return team.entities.has(first) ? hash(first, team.namesakes.get(first) ?? 1).slice(0, 24) : first
}
