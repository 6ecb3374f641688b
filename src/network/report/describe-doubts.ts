import type { DataIssue } from '../graph/data-issues.ts'
import { createDisplayNames } from '../graph/namesakes.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { isSanctioned } from '../sanctions/listing.ts'
import { determineScreening, notScreened, screeningUnknown } from '../sanctions/screening-state.ts'
import { explainIssue } from '../to-sentences.ts'
import type { EvidenceOptions } from './record.ts'

/**
 * The maximum number of unknown fields that a sentence names. A service may send any number of unknown
 * fields.
 */
const maxNamedFields = 20

/**
 * Describes in sentences which data is missing or unreadable, so that readers do not mistake missing data for
 * a clean result.
 *
 * @param issues the issues of the network and of all results.
 */
export function describeDoubts(
  index: NetworkIndex,
  issues: readonly DataIssue[],
  options: EvidenceOptions,
  listed: ReadonlySet<string>,
): string[] {
  const { rootId, nodes, relations, unknownFields, isComplete } = index.network
  const displayName = createDisplayNames(index.namesakes)
  const unreadable = nodes.flatMap(({ id, name, pep, adverseMedia }) =>
    [...pep, ...adverseMedia].every(({ isReadable }) => isReadable)
      ? []
      : [`An entry against ${displayName({ id, name })} cannot be read.`],
  )
  const judgedSentences = [...index.parties.values()].flatMap(party => {
    const isListed = listed.has(party.id)
    if (isListed === party.nodes.some(isSanctioned)) return []
    return isListed
      ? [`${displayName(party)} was judged listed, without a sanctions entry that can be read.`]
      : [`${displayName(party)} has a sanctions entry, and was judged not listed.`]
  })
  const unknownFieldRecords = [
    unknownFields,
    ...nodes.map(node => node.unknownFields),
    ...relations.map(relation => relation.unknownFields),
  ]
  const fields = [...new Set(unknownFieldRecords.flatMap(Object.keys))].sort()
  const fieldNames =
    fields.slice(0, maxNamedFields).join(', ') + (fields.length > maxNamedFields ? ', and more' : '')
  const state = determineScreening(options)
  return [
    ...(state === 'ended' ? [] : [state === 'running' ? notScreened : screeningUnknown]),
    ...(isComplete === true ? [] : ['The response may hold only a part of the network.']),
    ...(rootId === null ? ['The entity itself is not in the network: entries against it are unknown.'] : []),
    ...(options.entity?.isUnclear ? [entityUnclear] : []),
    ...judgedSentences,
    ...issues.map(issue => explainIssue(issue, displayName)),
    ...unreadable,
    ...(fields.length === 0 ? [] : [`Fields with an unknown meaning are in the record only: ${fieldNames}.`]),
  ].filter((sentence, position, sentences) => sentences.indexOf(sentence) === position)
}

const entityUnclear = 'What the list of the team says about the screening of the entity cannot be read.'
