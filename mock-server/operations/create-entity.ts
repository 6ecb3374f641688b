import { createEntityRequest } from '../../src/contract/entity.ts'
import { Refusal } from '../../src/contract/refusal.ts'
import { applyQuirksToCreatedEntity } from '../dialects/apply-quirks.ts'
import { assertTextLengths, createInvalidInputError, parseBodyWith } from '../message/body.ts'
import { computeScreening } from '../screening/lifecycle.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { addEntity, type EntityInput, hasEntity, type Identity, identityOf } from '../state/entities.ts'
import { platformIdOf } from '../state/identifiers.ts'
import type { StoredEntity } from '../state/stored-entity.ts'
import type { Team } from '../state/teams.ts'
import { timestamp, writeBlank } from './entity-body.ts'
import type { OperationCall } from './handler.ts'
import { assertNoErrorScenario } from './input/assert-no-error-scenario.ts'

/** Creates one entity and starts its screening (specification: POST /v1/entities). */
export function handleCreateEntity({ server, team, body, now }: OperationCall) {
  const input = parseCreateInput(server, body)
  assertNoErrorScenario(server, [input.name])
  const identity = identityOf(server, team, input)
  assertNoDuplicate(server, team, input, identity)
  if (team.entities.size >= team.entityLimit) throw createEntityLimitError(team.entityLimit)
  const entity = addEntity(server, team, input, now, identity)
  const data = toCreatedBody(server, team, entity, now)
  return { success: true, data: isQuirky(server, entity.name) ? applyQuirksToCreatedEntity(data) : data }
}

function parseCreateInput(server: Server, body: string): EntityInput {
  const input = parseBodyWith(createEntityRequest, body)
  assertTextLengths(server, input)
  return input
}

function assertNoDuplicate(server: Server, team: Team, input: EntityInput, identity: Identity): void {
  const { duplicatePersons, duplicateOrganizations } = server.behaviour
  const isPerson = input.type === 'person'
  const duplicatePolicy = isPerson ? duplicatePersons : duplicateOrganizations
  if (duplicatePolicy === 'allow') return
  if (!hasEntity(server, team, identity)) return
  const reason = `name belongs to ${isPerson ? 'a person' : 'an organization'} that already exists in the team`
  throw duplicatePolicy === 'conflict'
    ? new Refusal(409, `Conflict: ${reason}.`)
    : createInvalidInputError(reason)
}

/** Returns the response body for a created entity (specification: Resources, Entity (result of create)). */
function toCreatedBody(server: Server, team: Team, entity: StoredEntity, now: number) {
  return {
    id: entity.id,
    name: entity.name,
    countryCode: entity.countryCode ?? writeBlank(server.behaviour.noCountryCode),
    caseStatus: computeScreening(server, entity, now).caseStatus,
    platformId: platformIdOf(entity),
    tags: entity.tags,
    createdAt: timestamp(entity.createdAt),
    updatedAt: timestamp(entity.updatedAt),
    teamId: team.id,
  }
}

/** Creates the error for a team that has its maximum number of entities (specification: Errors, 403; Limits, entities per team). */
export function createEntityLimitError(limit: number): Refusal {
  return new Refusal(403, `The team's entity limit of ${limit} is reached.`)
}
