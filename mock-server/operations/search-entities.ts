import * as z from 'zod/mini'
import { searchEntitiesRequest } from '../../src/contract/entity.ts'
import { foldName } from '../../src/shared/names/fold-name.ts'
import { normalizeRiskLabel } from '../../src/shared/text/normalize-risk-label.ts'
import { parseBodyWith } from '../message/body.ts'
import { WrittenJson } from '../message/response-body.ts'
import type { Server } from '../server.ts'
import type { StoredEntity } from '../state/stored-entity.ts'
import type { Team } from '../state/teams.ts'
import { computeListFields, toEntityResponse } from './entity-body.ts'
import type { OperationCall } from './handler.ts'
import { listWrappers } from './list-entities.ts'

export type EntityFilters = z.output<typeof searchEntitiesRequest>

/** The schema of the filters. It is strict, because a misspelled filter would match all entities. */
const filtersSchema = z.strictObject(searchEntitiesRequest.shape)

/**
 * Finds the team's entities that match filters. The specification lists the operation without details (see
 * docs/internals/decisions.md).
 */
export function handleSearchEntities({ server, team, body, now }: OperationCall): WrittenJson {
  const filters = parseBodyWith(filtersSchema, body || '{}')
  const { entitySearchBody } = server.behaviour
  const [prefix, suffix] = listWrappers[entitySearchBody === 'none' ? 'data' : entitySearchBody]
  const entities = findEntities(server, team, filters, now).map(entity =>
    toEntityResponse(server, entity, now),
  )
  return new WrittenJson(prefix + JSON.stringify(entities) + suffix)
}

function findEntities(
  server: Server,
  team: Team,
  { limit = Number.POSITIVE_INFINITY, offset = 0, ...query }: EntityFilters,
  now: number,
): StoredEntity[] {
  const filters = prepareFilters(query)
  const matches: StoredEntity[] = []
  for (const entity of team.entities.values()) {
    if (matches.length === offset + limit) break
    if (matchesFilters(server, entity, filters, now)) matches.push(entity)
  }
  return matches.slice(offset)
}

/** Builds the name matcher once, so that it can be reused for every entity. The other filters are unchanged. */
export function prepareFilters({ name, ...filters }: EntityFilters) {
  return { ...filters, matchesName: name === undefined ? () => true : createNameMatcher(name) }
}

/**
 * Matches signs that distinguish names, as in C++ or 100%. Does not match punctuation that differs between spellings of the
 * same name.
 */
const distinctiveSigns = /[^\p{L}\p{M}\p{N}\p{Z}\p{C}\p{Pd}.,:;'’"“”&/()]+/gu

/**
 * Creates a filter for names that contain a string, ignoring case and spelling variants of letters and digits. Distinctive
 * symbols in the string, such as + or %, must also occur in the name.
 */
function createNameMatcher(text: string): (name: string) => boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return name => name.includes(text.trim())
  const folded = foldName(text)
  const signs = text.match(distinctiveSigns) ?? []
  return name => foldName(name).includes(folded) && signs.every(sign => name.includes(sign))
}

/** Whether an entity matches all filters. Filters that need no screening are checked first. */
export function matchesFilters(
  server: Server,
  entity: StoredEntity,
  { matchesName, type, countryCode, caseStatus, riskLevel }: ReturnType<typeof prepareFilters>,
  now: number,
): boolean {
  if (type !== undefined && entity.type !== type) return false
  if (countryCode !== undefined && entity.countryCode !== countryCode) return false
  if (!matchesName(entity.name)) return false
  if (caseStatus === undefined && riskLevel === undefined) return true
  const fields = computeListFields(server, entity, now)
  const label = typeof fields.riskLevel === 'string' ? fields.riskLevel : ''
  return (
    (caseStatus === undefined || fields.caseStatus === caseStatus) &&
    (riskLevel === undefined || normalizeRiskLabel(label) === normalizeRiskLabel(riskLevel))
  )
}
