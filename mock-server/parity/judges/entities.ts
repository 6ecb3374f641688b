import { riskLevels } from '../../../src/contract/values.ts'
import { decodeJson, isRecord, type JsonRecord } from '../../../src/shared/json.ts'
import { isBlank, listBlanks, parseRiskLevel } from '../entity-fields.ts'
import { entityIdIn } from '../exchange.ts'
import type { ObservedNetwork } from '../exchange-log.ts'
import { extractEntities, findEntityList, unwrapData } from '../response-body.ts'
import { specified, unspecified } from './open-point-spec.ts'

/** Questions that the specification leaves open about lists and networks. */
export const entityOpenPoints = {
  listBody: specified.reading('Where in the body is the list of entities?', ({ successes }) =>
    successes('listEntities').flatMap(({ body }) => findEntityList(body)?.path ?? []),
  ),
  listOrder: unspecified.reading(
    'In which order is the list?',
    ({ entities }) => {
      const times = entities.map(({ createdAt }) => Date.parse(String(createdAt)))
      const keys = {
        created: times,
        newest: times.map(time => -time),
        name: entities.map(({ name }) => String(name)),
      }
      const orders = Object.entries(keys).flatMap(([order, values]) => (isAscending(values) ? order : []))
      // Two entities, or entities that were created at the same time, show no order, because they fit several orders.
      if (entities.length < 3 || orders.length > 1) return []
      const [order = 'other'] = orders
      return entities.map(() => order)
    },
    'createdAt',
  ),
  noCountryCode: unspecified.reading(
    'How is an unknown country code written?',
    ({ entities }) => entities.flatMap(entity => listBlanks(entity, 'countryCode')),
    'countryCode',
  ),
  noRiskLevel: unspecified.reading(
    'How is the risk level written before the first results?',
    ({ successes }) =>
      successes('listEntities')
        .flatMap(call => extractEntities(call))
        .flatMap(entity => listBlanks(entity, 'riskLevel')),
    'riskLevel',
  ),
  riskLabels: unspecified.reading(
    'How are the risk levels labelled?',
    ({ entities }) => groupByLevel(entities, 'riskLevel'),
    'riskLevel',
  ),
  riskScale: unspecified.reading(
    'What is the greatest risk score?',
    ({ entities }) => {
      const scores = entities
        .filter(parseRiskLevel)
        .map(({ riskScore }) => riskScore)
        .filter(score => typeof score === 'number')
      const greatest = Math.max(...scores)
      // A score above 10 implies a scale up to 100, and fractions up to 1 imply a scale up to 1. Other scores prove nothing: the
      // scale may end at 10, and 0 and 1 occur on every scale.
      if (greatest > 10) return scores.map(() => Math.max(greatest, 100))
      if (greatest > 1) return []
      return scores.every(Number.isInteger) ? [] : scores.map(() => 1)
    },
    'riskLevel',
    'riskScore',
  ),
  caseStatuses: unspecified.reading(
    'Which case status follows when results are in?',
    ({ entities }) => groupByLevel(entities, 'caseStatus', ['IN_PROGRESS', 'NOT_STARTED']),
    'riskLevel',
    'caseStatus',
  ),
  riskAfterRescan: unspecified.write(
    'Does a rescan keep the risk until the new results are in?',
    log =>
      log.successes('rescanEntity').flatMap(rescan => {
        const entity = log.before(rescan).entities.find(({ id }) => id === entityIdIn(rescan))
        const after = unwrapData(rescan)
        if (entity === undefined || isBlank(entity, 'riskLevel') || after === null) return []
        if (isBlank(after, 'riskLevel')) return 'cleared'
        return after.riskScore === entity.riskScore ? 'kept' : 'kept in part'
      }),
    'riskLevel',
    'riskScore',
  ),
  personRegistration: unspecified.reading(
    "Does a person's registration hold the country code?",
    ({ entities }) =>
      entities
        .filter(({ type, countryCode }) => type === 'person' && /^[A-Z]{2}$/.test(String(countryCode)))
        .map(entity => {
          if (isBlank(entity, 'registration')) return 'none'
          return entity.registration === entity.countryCode ? 'countryCode' : 'other'
        }),
    'countryCode',
    'registration',
  ),
  dialect: unspecified.reading('How are networks spelled?', ({ networks }) => {
    const spellings = networks.flatMap(network => detectSpelling(network) ?? [])
    const isMixed = spellings.includes('documented') && spellings.includes('sample')
    return isMixed ? spellings.map(() => 'mixed') : spellings
  }),
  rootKey: unspecified.reading(
    'Which identifier does an entity have in its network?',
    ({ networks, entities }) =>
      networks.flatMap(({ id, nodes }) => {
        const root = nodes[id]
        if (isRecord(root)) return root.id === undefined || root.id === id ? 'id' : 'other'
        const entity = entities.find(entity => entity.id === id)
        return entity === undefined ? [] : String(entity.platformId) in nodes ? 'platformId' : 'other'
      }),
  ),
  shareUnit: unspecified.reading('In which unit are shares?', ({ networks }) =>
    networks.flatMap(detectShareUnits),
  ),
}

function isAscending(values: readonly (string | number)[]): boolean {
  return values.every((value, index) => index === 0 || (values[index - 1] ?? value) <= value)
}

/** Groups the values of a field by risk level, without transient values. Returns an empty list if no entity has a level. */
function groupByLevel(
  entities: readonly JsonRecord[],
  field: string,
  transient: readonly unknown[] = [],
): object[] {
  const rated = entities.filter(
    entity => parseRiskLevel(entity) && !transient.slice(1).includes(entity[field]),
  )
  const answer: Record<string, unknown> = {}
  for (const level of riskLevels) {
    const values = new Set(
      rated.filter(entity => parseRiskLevel(entity) === level).map(entity => entity[field]),
    )
    // During a rescan, an entity shows a transient value in place of the permanent one.
    if (values.size > 1) for (const value of transient) values.delete(value)
    if (values.size > 0) answer[level] = values.size === 1 ? [...values][0] : [...values]
  }
  return rated.map(() => answer)
}

const hitLists = /^(pep|sanctions|adverse_media)(_json)?$/

/** Detects whether the lists of hits in a network are arrays, JSON strings, or both. */
function detectSpelling({ nodes }: ObservedNetwork): 'documented' | 'sample' | 'both' | 'other' | null {
  const names = Object.values(nodes).filter(isRecord).flatMap(Object.keys)
  if (names.some(name => /^(adverseMedia|birthDate|countryCode|fullName)$/.test(name))) return 'other'
  const hitNames = names.filter(name => hitLists.test(name))
  if (hitNames.length === 0) return null
  const jsonNames = hitNames.filter(name => name.endsWith('_json'))
  if (jsonNames.length === hitNames.length) return 'sample'
  return jsonNames.length > 0 ? 'both' : 'documented'
}

/** Detects the unit of each share of a network. A share of 1 is ignored, because it may mean 100 % or 1 %. */
function detectShareUnits({ relations }: ObservedNetwork): string[] {
  const details = relations.map(relation => decodeJson(relation.details)).filter(isRecord)
  const shares = details.map(({ exact_share }) => exact_share)
  const texts = shares.filter(share => typeof share === 'string').filter(text => !/^[\s-]*$/.test(text))
  const numbers = shares.filter(share => typeof share === 'number').filter(share => share > 0 && share !== 1)
  const unit = numbers.some(share => share > 1) ? 'percent' : 'fraction'
  return [
    ...texts.map(text => (/%\s*$/.test(text) ? 'text' : 'text without a percent sign')),
    ...numbers.map(() => unit),
  ]
}
