import { createEntityRequest } from '../../src/contract/entity.ts'
import { applyQuirksToCreatedEntity } from '../dialects/apply-quirks.ts'
import { assertTextLengths, createInvalidInputError, parseBodyWith } from '../message/body.ts'
import { Refusal } from '../message/reply.ts'
import { computeScreening } from '../screening/lifecycle.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { addEntity, type EntityInput, hasEntity, type Identity, identityOf } from '../state/entities.ts'
import { platformIdOf } from '../state/identifiers.ts'
import type { StoredEntity, Team } from '../state/teams.ts'
import { blank, timestamp } from './entity-body.ts'
import type { Call } from './handler.ts'
import { refuseByName } from './input/refuse-by-name.ts'

/** Creates one entity and starts its screening (specification: POST /v1/entities). */
export function createEntity({ server, team, body, now }: Call) {
  const input = parseBodyWith(createEntityRequest, body)
  assertTextLengths(server, input)
  refuseByName(server, [input.name])
  const identity = identityOf(server, team, input)
  refuseDuplicate(server, team, input, identity)
  if (team.entities.size >= team.entityLimit) throw isEntityLimit(team.entityLimit)
  const entity = addEntity(server, team, input, now, identity)
  const data = createdBody(server, team, entity, now)
  return { success: true, data: isQuirky(server, entity.name) ? applyQuirksToCreatedEntity(data) : data }
}

function refuseDuplicate(server: Server, team: Team, input: EntityInput, identity: Identity): void {
  const { duplicatePersons, duplicateOrganizations } = server.behaviour
  const isPerson = input.type === 'person'
  const answer = isPerson ? duplicatePersons : duplicateOrganizations
  if (answer === 'allow') return
  if (!hasEntity(team, identity)) return
  const reason = `name belongs to ${isPerson ? 'a person' : 'an organization'} that already exists in the team`
  throw answer === 'conflict' ? new Refusal(409, `Conflict: ${reason}.`) : createInvalidInputError(reason)
}

/** Specification: Resources, Entity (result of create). */
function createdBody(server: Server, team: Team, entity: StoredEntity, now: number) {
  return {
    id: entity.id,
    name: entity.name,
    countryCode: entity.countryCode ?? blank(server.behaviour.noCountryCode),
    caseStatus: computeScreening(server, entity, now).caseStatus,
    platformId: platformIdOf(entity),
    tags: entity.tags,
    createdAt: timestamp(entity.createdAt),
    updatedAt: timestamp(entity.updatedAt),
    teamId: team.id,
  }
}

/** Specification: Errors, 403; Limits, entities per team. */
export function isEntityLimit(limit: number): Refusal {
  return new Refusal(403, `The team's entity limit of ${limit} is reached.`)
}
