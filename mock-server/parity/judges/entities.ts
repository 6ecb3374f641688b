import { riskLevels } from '../../../src/contract/values.ts'
import { decodeJson, isRecord, type JsonRecord } from '../../../src/shared/json.ts'
import { idIn } from '../exchange.ts'
import { blanksIn, dataIn, entitiesIn, entityListIn, isBlank, levelOf, type SeenNetwork } from '../seen.ts'
import { specified, unspecified } from './row.ts'

/** What lists and networks show. */
export const entityRows = {
  listBody: specified.reading('Where in the body is the list of entities?', ({ done }) =>
    done('listEntities').flatMap(({ body }) => entityListIn(body)?.place ?? []),
  ),
  listOrder: unspecified.reading('In which order is the list?', ({ entities, isScrubbed }) => {
    const times = entities.map(({ createdAt }) => Date.parse(String(createdAt)))
    const keys = {
      created: times,
      newest: times.map(time => -time),
      name: entities.map(({ name }) => String(name)),
    }
    const orders = Object.entries(keys).flatMap(([order, values]) => (isRising(values) ? order : []))
    // Three at least, and one order alone: entities of one moment are in all orders.
    if (entities.length < 3 || orders.length > 1) return []
    // Stand-ins are in no order.
    const [order = isScrubbed ? null : 'other'] = orders
    return order === null ? [] : entities.map(() => order)
  }),
  noCountryCode: unspecified.reading('How is an unknown country code written?', ({ entities }) =>
    entities.flatMap(entity => blanksIn(entity, 'countryCode')),
  ),
  noRiskLevel: unspecified.reading('How is the risk level written before the first results?', ({ done }) =>
    done('listEntities')
      .flatMap(call => entitiesIn(call))
      .flatMap(entity => blanksIn(entity, 'riskLevel')),
  ),
  riskLabels: unspecified.reading('How are the risk levels labelled?', ({ entities }) =>
    byLevel(entities, 'riskLevel'),
  ),
  riskScale: unspecified.reading('What is the greatest risk score?', ({ entities }) => {
    const scores = entities
      .filter(levelOf)
      .map(({ riskScore }) => riskScore)
      .filter(score => typeof score === 'number')
    const greatest = Math.max(...scores)
    // Up to 10, it may be a scale of 10; 0 and 1 are on every scale.
    if (greatest > 10) return scores.map(() => Math.max(greatest, 100))
    if (greatest > 1) return []
    return scores.every(Number.isInteger) ? [] : scores.map(() => 1)
  }),
  caseStatuses: unspecified.reading('Which case status follows when results are in?', ({ entities }) =>
    byLevel(entities, 'caseStatus', ['IN_PROGRESS', 'NOT_STARTED']),
  ),
  riskAfterRescan: unspecified.write('Does a rescan keep the risk until the new results are in?', seen =>
    seen.done('rescanEntity').flatMap(rescan => {
      const entity = seen.before(rescan).entities.find(({ id }) => id === idIn(rescan))
      const after = dataIn(rescan)
      if (entity === undefined || isBlank(entity, 'riskLevel') || after === null) return []
      if (isBlank(after, 'riskLevel')) return 'cleared'
      return after.riskScore === entity.riskScore ? 'kept' : 'kept in part'
    }),
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
  ),
  dialect: unspecified.reading('How are networks spelled?', ({ networks }) => {
    const found = networks.flatMap(network => spellingOf(network) ?? [])
    const isMixed = found.includes('documented') && found.includes('sample')
    return isMixed ? found.map(() => 'mixed') : found
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
  shareUnit: unspecified.reading('In which unit are shares?', ({ networks }) => networks.flatMap(shareUnits)),
}

function isRising(values: readonly (string | number)[]): boolean {
  return values.every((value, at) => at === 0 || (values[at - 1] ?? value) <= value)
}

/** What the entities of each level have in a field, and what may pass; nothing where no entity has a level. */
function byLevel(entities: readonly JsonRecord[], field: string, passing: readonly unknown[] = []): object[] {
  const seen = entities.filter(entity => levelOf(entity) && !passing.slice(1).includes(entity[field]))
  const answer: Record<string, unknown> = {}
  for (const level of riskLevels) {
    const all = new Set(seen.filter(entity => levelOf(entity) === level).map(entity => entity[field]))
    // A rescan takes the place of what lasts.
    if (all.size > 1) for (const one of passing) all.delete(one)
    if (all.size > 0) answer[level] = all.size === 1 ? [...all][0] : [...all]
  }
  return seen.map(() => answer)
}

const hitLists = /^(pep|sanctions|adverse_media)(_json)?$/

/** Whether a network has its lists of hits as arrays, as JSON-encoded strings, or both. */
function spellingOf({ nodes }: SeenNetwork): 'documented' | 'sample' | 'both' | 'other' | null {
  const names = Object.values(nodes).filter(isRecord).flatMap(Object.keys)
  if (names.some(name => /^(adverseMedia|birthDate|countryCode|fullName)$/.test(name))) return 'other'
  const isJson = names.filter(name => hitLists.test(name)).map(name => name.endsWith('_json'))
  if (isJson.length === 0) return null
  if (isJson.every(Boolean)) return 'sample'
  return isJson.some(Boolean) ? 'both' : 'documented'
}

/** The unit of each share of a network. A share of 1 may be all or one percent: it says nothing. */
function shareUnits({ relations }: SeenNetwork): string[] {
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
