import type { Network } from '../../model/network.ts'
import { explainFinding } from '../explain.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { isUnreadable } from '../graph/parties.ts'

/** How many fields are named: a service may send any number. */
const mostFields = 20

/** What a report cannot know, in sentences: nothing of it may be taken for clean. */
export function doubtsAbout(network: Network, index: NetworkIndex): string[] {
  const { rootId, nodes, relations, extra } = network
  const unreadable = nodes.flatMap(({ id, name, pep, adverseMedia }) =>
    [...pep, ...adverseMedia].some(isUnreadable)
      ? [`An entry against ${name ?? `"${id}"`} could not be read.`]
      : [],
  )
  const extras = [extra, ...nodes.map(node => node.extra), ...relations.map(relation => relation.extra)]
  const fields = [...new Set(extras.flatMap(Object.keys))].sort()
  const named = fields.slice(0, mostFields).join(', ') + (fields.length > mostFields ? ', and more' : '')
  return [
    ...(rootId === null ? ['The entity itself is not in the network: entries against it are unknown.'] : []),
    ...index.findings.map(explainFinding),
    ...unreadable,
    ...(fields.length === 0 ? [] : [`Fields with an unknown meaning are in the record only: ${named}.`]),
  ].filter((sentence, at, all) => all.indexOf(sentence) === at)
}
