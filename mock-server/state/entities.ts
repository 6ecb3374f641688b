import { foldName } from '../screening/names.ts'
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

/** Puts an entity into the team and starts its screening (specification: States and transitions). */
export function addEntity(server: Server, team: Team, input: EntityInput): StoredEntity {
  const now = server.clock.now()
  const entity: StoredEntity = {
    id: freeId(server, team, input),
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
  team.entities.set(entity.id, entity)
  if (entity.type === 'organization')
    for (const mark of organizationMarks(input)) team.organizations.add(mark)
  server.screeningStarted(now)
  return entity
}

/** Whether the team has the organization already: by name and country, or by registration (see docs/decisions.md). */
export function hasOrganization(team: Team, input: EntityInput): boolean {
  return organizationMarks(input).some(mark => team.organizations.has(mark))
}

function organizationMarks({ name, countryCode, registration }: EntityInput): string[] {
  const country = countryCode ?? ''
  const marks = [`name ${country} ${foldName(name)}`]
  if (registration) marks.push(`registration ${country} ${foldName(registration)}`)
  return marks
}

/** The same name in the same team gets a number, so that namesakes differ and unrelated calls change nothing. */
function freeId(server: Server, team: Team, { type, name, countryCode }: EntityInput): string {
  for (let namesake = 0; ; namesake += 1) {
    const id = hash(server.seed, team.id, 'entity', type, foldName(name), countryCode ?? '', namesake).slice(
      0,
      24,
    )
    if (!team.entities.has(id)) return id
  }
}
