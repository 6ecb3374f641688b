import { relationTypes } from '../../../src/contract/values.ts'
import type { CompleteBehaviour } from '../../behaviour.ts'
import { dataIn, entitiesIn, isBlank, levelOf } from '../seen.ts'
import { unspecified } from './row.ts'

/** Within how many milliseconds the list is read after a creation, to say whether it shows it at once. */
const soon = 10_000

const knownTypes: readonly unknown[] = [...relationTypes, 'HasRole']

/** What can be found out, and not done alike. What is beyond the mock server's is a list. */
export const observableRows = {
  otherRiskLevels: unspecified.reading(
    'Are there risk levels beyond low, medium and high?',
    ({ entities }) => {
      const labelled = entities.filter(entity => !isBlank(entity, 'riskLevel'))
      const others = labelled.filter(entity => levelOf(entity) === undefined)
      return labelled.map(() => listOf(others.map(({ riskLevel }) => riskLevel)))
    },
  ),
  otherRelationTypes: unspecified.reading('Are there relation types beyond the list?', ({ networks }) => {
    const types = networks.flatMap(({ relations }) => relations.map(({ type }) => String(type)))
    return types.map(() => listOf(types.filter(type => !knownTypes.includes(type))))
  }),
  redirects: unspecified.reading('Are requests redirected?', ({ exchanges }) => {
    const redirected = exchanges.filter(({ status }) => status >= 300 && status < 400)
    const list = listOf(redirected.map(({ method, path, status }) => `${method} ${path} ${status}`))
    return exchanges.map(() => list)
  }),
  rateLimits: unspecified.reading('Are there limits of request rates?', ({ all }) => {
    const headers = all.flatMap(exchange => Object.keys(exchange.headers))
    const limits = headers.filter(name => /rate-?limit/.test(name))
    const list = listOf(all.some(({ status }) => status === 429) ? ['429', ...limits] : limits)
    return all.map(() => list)
  }),
  newEntities: unspecified.write('Does the list show a new entity at once?', ({ done, after }) =>
    done('createEntity').flatMap(call => {
      const created = dataIn(call)
      const next = after(call).done('listEntities')[0]
      if (created === null || next === undefined || next.at - call.at > soon) return []
      return entitiesIn(next, Number.POSITIVE_INFINITY).some(({ id }) => id === created.id)
        ? 'at once'
        : 'later'
    }),
  ),
  transitions: unspecified.reading('Which case statuses follow each other?', ({ done }) => {
    const lists = done('listEntities').map(call => entitiesIn(call))
    const steps = lists.slice(1).flatMap((list, at) =>
      list.flatMap(({ id, caseStatus }) => {
        const before = lists[at]?.find(entity => entity.id === id)?.caseStatus
        return before === undefined || before === caseStatus ? [] : `${before} → ${caseStatus}`
      }),
    )
    return steps.map(() => listOf(steps))
  }),
}

/** What the mock server does in these rows, where it is not an empty list. */
export function fixedAnswers({ caseStatuses }: CompleteBehaviour): Readonly<Record<string, unknown>> {
  // A rescan leads back.
  const statuses = [...new Set(['NOT_STARTED', 'IN_PROGRESS', ...Object.values(caseStatuses)])]
  const transitions = statuses.flatMap(from => statuses.map(to => `${from} → ${to}`))
  return { newEntities: 'at once', transitions }
}

/** Each once. */
function listOf(values: readonly unknown[]): readonly unknown[] {
  return [...new Set(values)].sort()
}
