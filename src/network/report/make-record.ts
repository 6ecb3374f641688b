import { beneficialOwners } from '../beneficial/beneficial-owners.ts'
import { explain } from '../explain.ts'
import { refuse, refuseUnknown } from '../graph/check.ts'
import { indexed, type NetworkIndex } from '../graph/index-network.ts'
import { optionsOf, readingIn, readingOf } from '../graph/reading.ts'
import { ownershipOf } from '../ownership/ownership-of.ts'
import { assessIndexed } from '../sanctions/assess-sanctions.ts'
import { listingOf } from '../sanctions/listing.ts'
import { assessOptions } from '../sanctions/options.ts'
import { notice, rulesVersion } from '../sources.ts'
import { canonicalText, sha256 } from './canonical.ts'
import { changesSince } from './changes.ts'
import { checkEvidence } from './check-evidence.ts'
import { doubtsAbout } from './doubts.ts'
import type { Evidence, EvidenceOptions, EvidenceRecord } from './evidence.ts'
import { hitsIn } from './hits.ts'

const evidenceOptions = [
  ...assessOptions.filter(name => name !== 'regime'),
  'network',
  'readAt',
  'computedAt',
  'client',
  'regimes',
  'ownerRule',
  'sanctions',
  'owners',
  'decision',
  'previous',
  'note',
]

/** Errors name the operation that was called. */
export async function makeEvidence(operation: string, options: EvidenceOptions): Promise<Evidence> {
  refuseUnknown(operation, options, evidenceOptions)
  checkEvidence(operation, options)
  const { previous } = options
  const made = makeRecord(operation, options)
  const record =
    previous === undefined
      ? made
      : {
          ...made,
          previous: { computedAt: previous.computedAt, sha256: await sha256(canonicalText(previous)) },
          changes: changesSince(previous, made),
        }
  const json = canonicalText(record)
  return { record, json, sha256: await sha256(json) }
}

/** Computes all results from the options. @throws InputValidationError where a given result is another one. */
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
  const index = indexed(network, operation, readingIn(options))
  const { isBlocked, jointArrangements, accountedFor, screening } = options
  const given = { isBlocked, jointArrangements, accountedFor, entity, screening }
  const listing = listingOf(operation, index, isBlocked)
  const asked = options.id ?? index.rootId
  const id = asked === null ? null : index.idOf(asked)
  const sanctions =
    id === null ? [] : regimes.map(regime => assessIndexed(operation, index, { ...given, id, regime }))
  const owners = id === null ? null : beneficialOwners(index, { id, rule: ownerRule })
  for (const held of options.sanctions ?? [])
    requireSame(
      operation,
      'sanctions',
      held,
      sanctions.find(({ regime }) => regime === held?.regime),
    )
  if (options.owners !== undefined) requireSame(operation, 'owners', options.owners, owners)
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
    previous: null,
    changes: [],
    subject: {
      id: id ?? entity?.id ?? null,
      name,
      registration: entity?.registration ?? party?.registrationNumber ?? null,
      lastScreening: entity?.lastUpdate ?? null,
    },
    entity: entity ?? null,
    hits: hitsIn(network),
    judged: {
      listed: [...listing.listed],
      possiblyListed: Array.from(listing.doubts, ([party, doubt]) => ({ id: party, doubt })),
    },
    doubts: doubtsAbout(index, { entity, screening: screening ?? null, listed: listing.listed }),
    sanctions,
    ownership: id === null ? null : ownershipOf(index, id),
    owners,
    reasoning: { sanctions: sanctions.map(explain), owners: owners === null ? [] : explain(owners) },
    network,
    notice,
    ...readingOf(index),
  }
}

function requireSame(operation: string, field: string, held: unknown, computed: unknown): void {
  if (computed === undefined || canonicalText(held) !== canonicalText(computed))
    refuse(operation, field, 'must be what the report computes from its own options: this is another result')
}

/** The options by which a record was made, as far as it says them; who is listed is as it was judged. */
export function optionsOfRecord(record: EvidenceRecord): EvidenceOptions {
  const { network, entity, client, note, decision, sanctions, owners, judged } = record
  const [first] = sanctions
  const { idOf } = indexOf(record)
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
    id: owners?.id,
    regimes: sanctions.length === 0 ? undefined : sanctions.map(({ regime }) => regime),
    ownerRule: owners?.rule,
    jointArrangements: first?.jointArrangements,
    accountedFor: first?.accountedFor,
    screening: entity === null ? (first?.screening ?? undefined) : undefined,
    isBlocked: ({ id }) => listed.has(idOf(id)) || (undecided.includes(idOf(id)) && 'possible'),
    ...optionsOf(record),
  }
}

/** The network of a record, read as it was. */
export function indexOf(record: EvidenceRecord): NetworkIndex {
  return indexed(record.network, 'verifyEvidence', optionsOf(record))
}

/** What of a record does not follow from its own inputs, in sentences. */
export function differencesIn(record: EvidenceRecord): string[] {
  try {
    const options = optionsOfRecord(record)
    checkEvidence('verifyEvidence', options)
    const { previous, changes } = record
    const again = { ...makeRecord('verifyEvidence', options), previous, changes }
    const textOf = (value: unknown) => (value === undefined ? '' : canonicalText(value))
    return Object.keys({ ...record, ...again })
      .filter(field => textOf(Reflect.get(record, field)) !== textOf(Reflect.get(again, field)))
      .map(field => `${field} is not what follows from the record.`)
  } catch (error) {
    return [`The record cannot be made again: ${error instanceof Error ? error.message : String(error)}`]
  }
}
