import type * as z from 'zod/mini'
import { searchEntitiesRequest } from '../../src/contract/entity.ts'
import { readBody } from '../http/body.ts'
import { foldName } from '../screening/names.ts'
import type { Exchange } from './behaviour.ts'
import { entityAnswer } from './entity-answer.ts'
import { entityBody } from './entity-body.ts'

/** Filters the team's entities; the specification lists the operation and shows nothing of it (see docs/decisions.md). */
export function searchEntities({ server, team, body }: Exchange) {
  const {
    limit = Number.POSITIVE_INFINITY,
    offset = 0,
    ...query
  } = readBody(searchEntitiesRequest, body || '{}')
  const filters = query.name === undefined ? query : { ...query, name: foldName(query.name) }
  const found = []
  for (const entity of team.entities.values()) {
    if (fits(entityBody(server, entity), filters)) found.push(entityAnswer(server, entity))
    if (found.length === offset + limit) break
  }
  return { success: true, data: found.slice(offset) }
}

type Filters = z.output<typeof searchEntitiesRequest>

function fits(
  entity: ReturnType<typeof entityBody>,
  { name, type, countryCode, caseStatus, riskLevel }: Filters,
): boolean {
  return (
    (name === undefined || foldName(entity.name).includes(name)) &&
    (type === undefined || entity.type === type) &&
    (countryCode === undefined || entity.countryCode === countryCode) &&
    (caseStatus === undefined || entity.caseStatus === caseStatus) &&
    (riskLevel === undefined || levelOf(entity.riskLevel) === levelOf(riskLevel))
  )
}

/** "Low Risk" and "low" are the same level. */
function levelOf(label: string): string {
  return label.toLowerCase().replace(/ risk$/, '')
}
