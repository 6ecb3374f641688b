import { sha256 } from '../../shared/content.ts'
import { messageOf } from '../../shared/errors.ts'
import { assertInput } from '../../transport/check-input.ts'
import { findBeneficialOwners } from '../beneficial/find-beneficial-owners.ts'
import { assertKnownOptions, throwInvalidInput } from '../graph/assertions.ts'
import type { DataIssue } from '../graph/data-issues.ts'
import { toIndex } from '../graph/index-network.ts'
import { pickReading, pickReadingOptions } from '../graph/index-options.ts'
import { createDisplayNames } from '../graph/namesakes.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { type Hit, listHits } from '../list-hits.ts'
import { computeOwnership } from '../ownership/compute-ownership.ts'
import type { ReadRelation } from '../relations/relation-reading.ts'
import { notice, rulesVersion } from '../rule-info.ts'
import { assessIndex } from '../sanctions/assess-sanctions.ts'
import { findListed, isSanctioned } from '../sanctions/listing.ts'
import { assessOptionNames } from '../sanctions/options.ts'
import { determineScreening, notScreened, screeningUnknown } from '../sanctions/screening-state.ts'
import { explainIssue, toSentences } from '../to-sentences.ts'
import { canonicalText } from './canonical.ts'
import { describeChanges } from './changes.ts'
import type { Evidence, EvidenceOptions, EvidenceRecord } from './evidence.ts'
import { evidenceInput, notARecordMessage, reviewsSchema } from './schema.ts'

export { assertInput } from '../../transport/check-input.ts'
export { isRecordOfEvidence, verifyInput } from './schema.ts'

const evidenceOptionNames = ['network', ...assessOptionNames, ...Object.keys(evidenceInput.shape)].filter(
  name => name !== 'regime',
)

/**
 * Creates the evidence. @param operation the name of the operation that errors show. @param extraOptionNames
 * additional options that the operation accepts.
 */
export async function makeEvidence(
  operation: string,
  options: EvidenceOptions,
  extraOptionNames: readonly string[] = [],
): Promise<Evidence> {
  assertKnownOptions(operation, options, [...evidenceOptionNames, ...extraOptionNames])
  assertInput(operation, evidenceInput, options)
  const { previous } = options
  const newRecord = makeRecord(operation, options)
  if (newRecord.readAt > newRecord.computedAt)
    throwInvalidInput(operation, 'readAt', 'must not be later than computedAt')
  const record =
    previous === undefined
      ? newRecord
      : { ...newRecord, ...(await compareWithPrevious(operation, previous, newRecord)) }
  const json = canonicalText(record)
  return { record, json, sha256: await sha256(json) }
}

/** @throws InputValidationError if the previous record is about another entity, or is later than the new record. */
async function compareWithPrevious(operation: string, previous: EvidenceRecord, record: EvidenceRecord) {
  const { subject, readAt, computedAt } = record
  if (subject.id === null || previous.subject.id !== subject.id)
    throwInvalidInput(
      operation,
      'previous',
      `must be a record of the same entity, ${JSON.stringify(subject.id)}`,
    )
  if (previous.readAt > readAt || previous.computedAt > computedAt)
    throwInvalidInput(operation, 'previous', 'must not be later than this record')
  try {
    const changes = describeChanges(previous, record)
    return {
      previous: { computedAt: previous.computedAt, sha256: await sha256(canonicalText(previous)) },
      changes,
    }
  } catch {
    return throwInvalidInput(operation, 'previous', notARecordMessage)
  }
}

function makeRecord(operation: string, options: EvidenceOptions): EvidenceRecord {
  const {
    network,
    entity,
    client,
    note,
    decision,
    ownerRule = 'amlr',
    regimes = ['ofac', 'eu', 'uk'],
  } = options
  const index = toIndex(network, operation, options)
  const { listingOf, jointArrangements, exemptCompanies, screening } = options
  const judgingOptions = { listingOf, jointArrangements, exemptCompanies, entity, screening }
  const listing = findListed(operation, index, judgingOptions)
  const requestedId = options.id ?? index.rootId
  const id = requestedId === null ? null : index.idOf(requestedId)
  const sanctions =
    id === null ? [] : regimes.map(regime => assessIndex(operation, index, { ...judgingOptions, id, regime }))
  const ownership = id === null ? null : computeOwnership(index, id)
  const owners = id === null ? null : findBeneficialOwners(index, { id, rule: ownerRule })
  const [party] = id === null ? [] : (index.parties.get(id)?.nodes ?? [])
  const name = (id === null ? null : index.parties.get(id)?.name) ?? entity?.name ?? null
  return {
    kind: 'evidence',
    rules: rulesVersion,
    readAt: new Date(options.readAt).toISOString(),
    computedAt: new Date(options.computedAt).toISOString(),
    client: { baseUrl: client.baseUrl, version: client.version ?? null },
    note: note ?? null,
    decision: decision ?? null,
    reviews: reviewsSchema.parse(options.reviews ?? []),
    previous: null,
    changes: [],
    subject: {
      id: id ?? entity?.id ?? null,
      name,
      registration: entity?.registration ?? party?.registrationNumber ?? null,
      lastScreening: entity?.lastUpdate ?? null,
    },
    entity: entity ?? null,
    hits: listHits(network, { entity: id ?? entity?.id ?? '' }).sort(compareGravity),
    judged: {
      listed: [...listing.listed],
      possiblyListed: Array.from(listing.doubts, ([party, doubt]) => ({ id: party, doubt })),
    },
    doubts: describeDoubts(
      index,
      [...index.issues, ...[ownership, owners, ...sanctions].flatMap(result => result?.issues ?? [])],
      options,
      listing.listed,
    ),
    regimes,
    sanctions,
    ownership,
    owners,
    reasoning: { sanctions: sanctions.map(toSentences), owners: owners === null ? [] : toSentences(owners) },
    network,
    readings: index.readings && network.relations.map(relation => index.readings?.get(relation) ?? null),
    notice,
    ...pickReading(index),
  }
}

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
function describeDoubts(
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
  const state = determineScreening(options) ?? 'unknown'
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

const gravity: readonly Hit['kind'][] = ['sanctions', 'unclear', 'pep', 'adverse_media']

function compareGravity(a: Hit, b: Hit): number {
  return gravity.indexOf(a.kind) - gravity.indexOf(b.kind)
}

/**
 * Restores the options of a record from its fields. `listingOf` returns the decisions in `judged`, and `readRelation` those in
 * `readings`.
 */
export function restoreOptions(record: EvidenceRecord): EvidenceOptions {
  const { network, entity, client, note, decision, reviews, regimes, sanctions, owners, judged } = record
  const [firstAssessment] = sanctions
  const { idOf } = indexRecord(record)
  const listed = new Set(judged.listed)
  const undecided = judged.possiblyListed.filter(({ doubt }) => doubt === 'undecided').map(({ id }) => id)
  return {
    network,
    readAt: record.readAt,
    computedAt: record.computedAt,
    client: { baseUrl: client.baseUrl, version: client.version ?? undefined },
    entity: entity ?? undefined,
    note: note ?? undefined,
    decision: decision ?? undefined,
    reviews,
    id: owners?.id,
    regimes,
    ownerRule: owners?.rule,
    jointArrangements: firstAssessment?.jointArrangements,
    exemptCompanies: firstAssessment?.exemptCompanies,
    screening: entity === null ? (firstAssessment?.screening ?? undefined) : undefined,
    listingOf: ({ id }) => listed.has(idOf(id)) || (undecided.includes(idOf(id)) && 'possible'),
    ...pickReadingOptions(record),
    readRelation: restoreReadRelation(record),
  }
}

function restoreReadRelation({ network, readings }: EvidenceRecord): ReadRelation | undefined {
  if (readings === null) return undefined
  const byRelation = new Map(network.relations.map((relation, position) => [relation, readings[position]]))
  return relation => byRelation.get(relation) ?? undefined
}

/** Indexes the network of a record with the options in the record. */
export function indexRecord(record: EvidenceRecord): NetworkIndex {
  return toIndex(record.network, 'verifyEvidence', { ...record, readRelation: restoreReadRelation(record) })
}

/**
 * Returns a sentence for each field of a record that differs from the recomputed field. Changes since the previous record are compared only if
 * that record is passed.
 */
export async function findDifferences(record: EvidenceRecord, previous?: EvidenceRecord): Promise<string[]> {
  try {
    const { record: recomputed } = await makeEvidence('verifyEvidence', {
      ...restoreOptions(record),
      previous,
    })
    const isUnchecked = record.previous !== null && previous === undefined
    const comparable = isUnchecked
      ? { ...recomputed, previous: record.previous, changes: record.changes }
      : recomputed
    const toCanonicalText = (value: unknown) => (value === undefined ? '' : canonicalText(value))
    return Object.keys({ ...record, ...comparable })
      .filter(
        field =>
          toCanonicalText(Reflect.get(record, field)) !== toCanonicalText(Reflect.get(comparable, field)),
      )
      .map(field => `${field} is not what follows from the record.`)
  } catch (error) {
    return [`The record cannot be made again: ${messageOf(error)}`]
  }
}
