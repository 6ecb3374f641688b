import { explainIssue } from '../explain.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { callerFor } from '../graph/namesakes.ts'
import { isSanctioned, notScreened, screeningIn, screeningUnknown } from '../sanctions/listing.ts'
import type { AssessOptions } from '../sanctions/options.ts'

/** How many fields are named: a service may send any number. */
const mostFields = 20

/**
 * What a report cannot know, in sentences: nothing of it may be taken for clean.
 *
 * @param listed - Who was judged listed, by whomever.
 */
export function doubtsAbout(
  index: NetworkIndex,
  options: Pick<AssessOptions, 'entity' | 'screening'>,
  listed: ReadonlySet<string>,
): string[] {
  const { rootId, nodes, relations, unknownFields, isWhole } = index.network
  const call = callerFor(index.namesakes)
  const unreadable = nodes.flatMap(({ id, name, pep, adverseMedia }) =>
    [...pep, ...adverseMedia].every(({ isReadable }) => isReadable)
      ? []
      : [`An entry against ${call({ id, name })} cannot be read.`],
  )
  const judged = [...index.parties.values()].flatMap(party => {
    const isListed = listed.has(party.id)
    if (isListed === party.nodes.some(isSanctioned)) return []
    return isListed
      ? [`${call(party)} was judged listed, without a sanctions entry that can be read.`]
      : [`${call(party)} has a sanctions entry, and was judged not listed.`]
  })
  const extras = [
    unknownFields,
    ...nodes.map(node => node.unknownFields),
    ...relations.map(one => one.unknownFields),
  ]
  const fields = [...new Set(extras.flatMap(Object.keys))].sort()
  const named = fields.slice(0, mostFields).join(', ') + (fields.length > mostFields ? ', and more' : '')
  const state = screeningIn(options) ?? 'unknown'
  return [
    ...(state === 'ended' ? [] : [state === 'running' ? notScreened : screeningUnknown]),
    ...(isWhole === true ? [] : ['The response may hold only a part of the network.']),
    ...(rootId === null ? ['The entity itself is not in the network: entries against it are unknown.'] : []),
    ...(options.entity?.isUnclear ? [entityUnclear] : []),
    ...judged,
    ...index.issues.map(issue => explainIssue(issue, call)),
    ...unreadable,
    ...(fields.length === 0 ? [] : [`Fields with an unknown meaning are in the record only: ${named}.`]),
  ].filter((sentence, at, all) => all.indexOf(sentence) === at)
}

const entityUnclear = 'What the list of the team says about the screening of the entity cannot be read.'
