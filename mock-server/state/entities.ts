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

/** Puts a new entity into the team and starts its screening (specification: States and transitions). */
export function addEntity(
  server: Server,
  team: Team,
  input: EntityInput,
  marks = marksOf(input),
  past: Past = {},
): StoredEntity {
  const now = server.clock.now()
  const first = firstId(server, team, input)
  const entity: StoredEntity = {
    id: freeId(team, first),
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
  putEntity(server, team, entity, first, marks)
  server.screeningStarted(entity)
  server.entityChanged(team, entity)
  return entity
}

export function putEntity(
  server: Pick<Server, 'seed'>,
  team: Team,
  entity: StoredEntity,
  first = firstId(server, team, entity),
  marks = marksOf(entity),
): void {
  const isNew = !team.entities.has(entity.id)
  if (isNew && entity.id !== first) team.namesakes.set(first, (team.namesakes.get(first) ?? 1) + 1)
  if (isNew) for (const mark of marks) team.organizations.add(mark)
  team.entities.set(entity.id, entity)
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
export function hasEntity(
  server: Pick<Server, 'seed'>,
  team: Team,
  input: EntityInput,
  marks: readonly string[],
): boolean {
  if (input.type === 'organization') return marks.some(mark => team.organizations.has(mark))
  const first = firstId(server, team, input)
  return team.entities.has(first) || team.namesakes.has(first)
}

/** What an organization is known by in its team; nothing of a person. */
export function marksOf({ type, name, countryCode, registration }: EntityInput): readonly string[] {
  if (type === 'person') return noMarks
  const country = countryCode ?? ''
  const marks = [`name ${country} ${foldName(name)}`]
  // A hyphen stands for no registration: two that have none are not the same.
  if (registration && /[\p{L}\p{N}]/u.test(registration))
    marks.push(`registration ${country} ${foldRegistration(registration)}`)
  return marks
}

/** The identifier of the first entity of a name; those of namesakes derive from it. */
function firstId(
  { seed }: Pick<Server, 'seed'>,
  team: Team,
  { type, name, countryCode }: EntityInput,
): string {
  return hash(seed, team.id, 'entity', type, foldName(name), countryCode ?? '').slice(0, 24)
}

/** Namesakes in a team are numbered, so that unrelated calls change no id. */
function freeId(team: Team, first: string): string {
  return team.entities.has(first) ? hash(first, team.namesakes.get(first) ?? 1).slice(0, 24) : first
}
