import type { Entity } from '../../model/entity.ts'
import type { Network } from '../../model/network.ts'
import { explainFinding } from '../explain.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { callerFor } from '../graph/namesakes.ts'
import { isUnreadable } from '../graph/parties.ts'

/** How many fields are named: a service may send any number. */
const mostFields = 20

/** What a report cannot know, in sentences: nothing of it may be taken for clean. */
export function doubtsAbout(network: Network, index: NetworkIndex, entity?: Entity): string[] {
  const { rootId, nodes, relations, extra } = network
  const call = callerFor(index.namesakes)
  const unreadable = nodes.flatMap(({ id, name, pep, adverseMedia }) =>
    [...pep, ...adverseMedia].some(isUnreadable)
      ? [`An entry against ${call({ id, name })} could not be read.`]
      : [],
  )
  const extras = [extra, ...nodes.map(node => node.extra), ...relations.map(relation => relation.extra)]
  const fields = [...new Set(extras.flatMap(Object.keys))].sort()
  const named = fields.slice(0, mostFields).join(', ') + (fields.length > mostFields ? ', and more' : '')
  return [
    ...(entity === undefined ? [screeningUnknown] : isScreened(entity) ? [] : [notScreened]),
    ...(rootId === null ? ['The entity itself is not in the network: entries against it are unknown.'] : []),
    ...index.findings.map(finding => explainFinding(finding, call)),
    ...unreadable,
    ...(fields.length === 0 ? [] : [`Fields with an unknown meaning are in the record only: ${named}.`]),
  ].filter((sentence, at, all) => all.indexOf(sentence) === at)
}

/** Before a screening has results a network shows no hits: that must not read as clean. */
export const notScreened =
  'The screening of the entity has no result yet: wait for it, read the network again, and do not rely on this one.'

export const screeningUnknown =
  'Whether the screening of the entity has a result is unknown: before that, a network shows no hits.'

export function isScreened({ caseStatus, riskLevel }: Entity): boolean {
  return riskLevel !== null && caseStatus !== 'NOT_STARTED'
}
