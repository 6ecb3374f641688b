import type { Entity } from '../../model/entity.ts'
import { sha256 } from '../../shared/content.ts'
import { messageOf } from '../../shared/errors.ts'
import { assertInput } from '../../transport/check-input.ts'
import { findBeneficialOwners } from '../beneficial/find-beneficial-owners.ts'
import { assertKnownOptions, throwInvalidInput } from '../graph/assertions.ts'
import { toIndex } from '../graph/index-network.ts'
import { pickReading } from '../graph/index-options.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { type Hit, listHits } from '../list-hits.ts'
import { computeOwnership } from '../ownership/compute-ownership.ts'
import { notice, rulesVersion } from '../rule-info.ts'
import { assessIndex } from '../sanctions/assess-sanctions.ts'
import { findListed } from '../sanctions/listing.ts'
import { assessOptionNames } from '../sanctions/options.ts'
import { toSentences } from '../to-sentences.ts'
import { canonicalText } from './canonical.ts'
import { describeChanges } from './changes.ts'
import { describeDoubts } from './describe-doubts.ts'
import type { Evidence, EvidenceOptions, EvidenceRecord } from './record.ts'
import { restoreOptions } from './restore-options.ts'
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
    subject: describeSubject(index, id, entity ?? null),
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

function describeSubject(
  { parties }: NetworkIndex,
  id: string | null,
  entity: Entity | null,
): EvidenceRecord['subject'] {
  const party = id === null ? undefined : parties.get(id)
  return {
    id: id ?? entity?.id ?? null,
    name: party?.name ?? entity?.name ?? null,
    registration: entity?.registration ?? party?.nodes[0]?.registrationNumber ?? null,
    lastScreening: entity?.lastUpdate ?? null,
  }
}

const gravity: readonly Hit['kind'][] = ['sanctions', 'unclear', 'pep', 'adverse_media']

function compareGravity(a: Hit, b: Hit): number {
  return gravity.indexOf(a.kind) - gravity.indexOf(b.kind)
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
