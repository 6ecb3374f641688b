import { toIndex } from '../graph/index-network.ts'
import { pickReadingOptions } from '../graph/index-options.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import type { ReadRelation } from '../relations/relation-reading.ts'
import type { EvidenceOptions, EvidenceRecord } from './record.ts'

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
    screening: entity === null ? firstAssessment?.screening : undefined,
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
