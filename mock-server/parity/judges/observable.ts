import { relationTypes } from '../../../src/contract/values.ts'
import type { CompleteBehaviour } from '../../behaviour.ts'
import { describeDivision } from '../describe-division.ts'
import { isBlank, parseRiskLevel } from '../entity-fields.ts'
import { extractEntities, findServiceList, readEntityId } from '../response-body.ts'
import { unspecified } from './open-point-spec.ts'

/**
 * The maximum time from the creation of an entity to the list response that is evaluated, in milliseconds. A later response does
 * not show whether new entities appear at once.
 */
const maxListDelay = 10_000

const knownTypes: readonly unknown[] = [...relationTypes, 'HasRole']

/**
 * Questions that the specification leaves open, and whose answers the option `behaviour` cannot reproduce. Some answers are
 * lists of values that the specification does not name.
 */
export const observableOpenPoints = {
  otherRiskLevels: unspecified.reading(
    'Are there risk levels beyond low, medium and high?',
    ({ entities }) => {
      const labelled = entities.filter(entity => !isBlank(entity, 'riskLevel'))
      const others = labelled.filter(entity => parseRiskLevel(entity) === undefined)
      return labelled.map(() => sortUnique(others.map(({ riskLevel }) => riskLevel)))
    },
    'riskLevel',
  ),
  dividedList: unspecified.reading('Is the list divided?', ({ successes }) =>
    successes('listEntities')
      .slice(-1)
      .filter(({ body }) => findServiceList(body) !== null)
      .map(describeDivision),
  ),
  otherRelationTypes: unspecified.reading('Are there relation types beyond the list?', ({ networks }) => {
    const types = networks.flatMap(({ relations }) => relations.map(({ type }) => String(type)))
    return types.map(() => sortUnique(types.filter(type => !knownTypes.includes(type))))
  }),
  redirects: unspecified.reading('Are requests redirected?', ({ exchanges }) => {
    const redirected = exchanges.filter(({ status }) => status >= 300 && status < 400)
    const list = sortUnique(redirected.map(({ method, path, status }) => `${method} ${path} ${status}`))
    return exchanges.map(() => list)
  }),
  rateLimits: unspecified.reading('Are there limits of request rates?', ({ allExchanges }) => {
    const headers = allExchanges.flatMap(exchange => Object.keys(exchange.headers))
    const limits = headers.filter(name => /rate-?limit/.test(name))
    const list = sortUnique(allExchanges.some(({ status }) => status === 429) ? ['429', ...limits] : limits)
    return allExchanges.map(() => list)
  }),
  newEntities: unspecified.write('Does the list show a new entity at once?', ({ successes, after }) =>
    successes('createEntity').flatMap(call => {
      const createdId = readEntityId(call)
      const next = after(call).successes('listEntities')[0]
      if (createdId === '' || next === undefined || next.at - call.at > maxListDelay) return []
      return extractEntities(next, Number.POSITIVE_INFINITY).some(({ id }) => id === createdId)
        ? 'at once'
        : 'later'
    }),
  ),
  transitions: unspecified.reading(
    'Which case statuses follow each other?',
    ({ successes }) => {
      const lists = successes('listEntities').map(call => extractEntities(call))
      const steps = lists.slice(1).flatMap((list, index) =>
        list.flatMap(({ id, caseStatus }) => {
          const before = lists[index]?.find(entity => entity.id === id)?.caseStatus
          return before === undefined || before === caseStatus ? [] : `${before} → ${caseStatus}`
        }),
      )
      return steps.map(() => sortUnique(steps))
    },
    'caseStatus',
  ),
}

/** Returns the mock server's answers to these open points. For points that are left out, the answer is an empty list. */
export function listFixedAnswers({ caseStatuses }: CompleteBehaviour): Readonly<Record<string, unknown>> {
  // Lists every pair of statuses, because a rescan can change any status back to an earlier one.
  const statuses = [...new Set(['NOT_STARTED', 'IN_PROGRESS', ...Object.values(caseStatuses)])]
  const transitions = statuses.flatMap(from => statuses.map(to => `${from} → ${to}`))
  return { dividedList: 'no', newEntities: 'at once', transitions }
}

function sortUnique(values: readonly unknown[]): readonly unknown[] {
  return [...new Set(values)].sort()
}
