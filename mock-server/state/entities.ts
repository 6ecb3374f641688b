import { foldIdentifier, foldName } from '../screening/names.ts'
import type { Server } from '../server.ts'
import { hash } from './identifiers.ts'
import type { StoredDocument, StoredEntity, Team } from './teams.ts'

/** What an entity is made of, however it was asked for. */
export type EntityInput = Pick<StoredEntity, 'name' | 'type'> & {
  readonly [Field in OptionalField]?: StoredEntity[Field] | undefined
}

type OptionalField = 'countryCode' | 'registration' | 'birthDate' | 'nationalId' | 'nationality' | 'tags'

const noTags: readonly string[] = []
const noDocuments: readonly StoredDocument[] = []

/** Puts a new entity into the team and starts its screening (specification: States and transitions). */
export function addEntity(server: Server, team: Team, input: EntityInput): StoredEntity {
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
  }
  putEntity(server, team, entity, first)
  server.entityChanged(team, entity)
  return entity
}

/** Puts an entity into the team as it is, in place of what the team has under its identifier. */
export function putEntity(
  server: Server,
  team: Team,
  entity: StoredEntity,
  first = firstId(server, team, entity),
): void {
  if (!team.entities.has(entity.id)) {
    if (entity.id !== first) team.namesakes.set(first, (team.namesakes.get(first) ?? 1) + 1)
    if (entity.type === 'organization') {
      for (const mark of organizationMarks(entity)) team.organizations.add(mark)
    }
  }
  team.entities.set(entity.id, entity)
  server.screeningStarted(entity)
}

/** Whether the team has the organization already: by name and country, or by registration (see docs/decisions.md). */
export function hasOrganization(team: Team, input: EntityInput): boolean {
  return organizationMarks(input).some(mark => team.organizations.has(mark))
}

function organizationMarks({ name, countryCode, registration }: EntityInput): string[] {
  const country = countryCode ?? ''
  const marks = [`name ${country} ${foldName(name)}`]
  // A hyphen stands for no registration: two that have none are not the same.
  const identifier = foldIdentifier(registration ?? '')
  if (identifier) marks.push(`registration ${country} ${identifier}`)
  return marks
}

/** The identifier of the first of a name; those of its namesakes are made of it. */
function firstId({ seed }: Server, team: Team, { type, name, countryCode }: EntityInput): string {
  return hash(seed, team.id, 'entity', type, foldName(name), countryCode ?? '').slice(0, 24)
}

/** Namesakes in a team are told apart by a number, so that unrelated calls change nobody's id. */
function freeId(team: Team, first: string): string {
  return team.entities.has(first) ? hash(first, team.namesakes.get(first) ?? 1).slice(0, 24) : first
}
