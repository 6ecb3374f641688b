import { sha256 } from '../../shared/content.ts'
import { messageOf } from '../../shared/errors.ts'
import { check } from '../../transport/check.ts'
import { beneficialOwners } from '../beneficial/beneficial-owners.ts'
import { explain, explainIssue } from '../explain.ts'
import { refuse, refuseUnknown } from '../graph/check.ts'
import { indexed, type NetworkIndex } from '../graph/index-network.ts'
import { callerFor } from '../graph/namesakes.ts'
import { readingOf } from '../graph/reading.ts'
import { type Hit, hitsOf } from '../hits.ts'
import { ownershipOf } from '../ownership/ownership-of.ts'
import { assessIndexed } from '../sanctions/assess-sanctions.ts'
import { isSanctioned, listingOf, notScreened, screeningIn, screeningUnknown } from '../sanctions/listing.ts'
import { assessOptions } from '../sanctions/options.ts'
import { notice, rulesVersion } from '../sources.ts'
import { canonicalText } from './canonical.ts'
import { changesSince } from './changes.ts'
import type { Evidence, EvidenceOptions, EvidenceRecord } from './evidence.ts'
import { evidenceInput, notARecord, reviewsSchema } from './schema.ts'

export { check } from '../../transport/check.ts'
export { isRecordOfEvidence, verifyInput } from './schema.ts'

const evidenceOptions = ['network', ...assessOptions, ...Object.keys(evidenceInput.shape)].filter(
  name => name !== 'regime',
)

/** Errors name the operation that was called, which may take more options. */
export async function makeEvidence(
  operation: string,
  options: EvidenceOptions,
  more: readonly string[] = [],
): Promise<Evidence> {
  refuseUnknown(operation, options, [...evidenceOptions, ...more])
  check(operation, evidenceInput, options)
  const { previous } = options
  const made = makeRecord(operation, options)
  if (made.readAt > made.computedAt) refuse(operation, 'readAt', 'must not be later than computedAt')
  const record = previous === undefined ? made : { ...made, ...(await since(operation, previous, made)) }
  const json = canonicalText(record)
  return { record, json, sha256: await sha256(json) }
}

/** What changed is said of one entity, and of what came after. */
async function since(operation: string, previous: EvidenceRecord, made: EvidenceRecord) {
  const { subject, readAt, computedAt } = made
  if (subject.id === null || previous.subject.id !== subject.id)
    refuse(operation, 'previous', `must be a record of the same entity, ${JSON.stringify(subject.id)}`)
  if (previous.readAt > readAt || previous.computedAt > computedAt)
    refuse(operation, 'previous', 'must not be later than this record')
  try {
    const changes = changesSince(previous, made)
    return {
      previous: { computedAt: previous.computedAt, sha256: await sha256(canonicalText(previous)) },
      changes,
    }
  } catch {
    return refuse(operation, 'previous', notARecord)
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
  const index = indexed(network, operation, options)
  const { isBlocked, jointArrangements, accountedFor, screening } = options
  const given = { isBlocked, jointArrangements, accountedFor, entity, screening }
  const listing = listingOf(operation, index, given)
  const asked = options.id ?? index.rootId
  const id = asked === null ? null : index.idOf(asked)
  const sanctions =
    id === null ? [] : regimes.map(regime => assessIndexed(operation, index, { ...given, id, regime }))
  const owners = id === null ? null : beneficialOwners(index, { id, rule: ownerRule })
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
    hits: hitsOf(network, { entity: id ?? entity?.id ?? '' }).sort(byGravity),
    judged: {
      listed: [...listing.listed],
      possiblyListed: Array.from(listing.doubts, ([party, doubt]) => ({ id: party, doubt })),
    },
    doubts: doubtsAbout(index, options, listing.listed),
    regimes,
    sanctions,
    ownership: id === null ? null : ownershipOf(index, id),
    owners,
    reasoning: { sanctions: sanctions.map(explain), owners: owners === null ? [] : explain(owners) },
    network,
    notice,
    ...readingOf(index),
  }
}

/** How many fields are named: a service may send any number. */
const mostFields = 20

/** What a report cannot know, in sentences: nothing of it may be taken for clean. */
function doubtsAbout(index: NetworkIndex, options: EvidenceOptions, listed: ReadonlySet<string>): string[] {
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

const grave: readonly Hit['kind'][] = ['sanctions', 'unclear', 'pep', 'adverse_media']

function byGravity(one: Hit, other: Hit): number {
  return grave.indexOf(one.kind) - grave.indexOf(other.kind)
}

/** The options by which a record was made, as far as it says them; who is listed is as it was judged. */
export function optionsOfRecord(record: EvidenceRecord): EvidenceOptions {
  const { network, entity, client, note, decision, reviews, regimes, sanctions, owners, judged } = record
  const { direction, asOf, same } = record
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
    reviews,
    id: owners?.id,
    regimes,
    ownerRule: owners?.rule,
    jointArrangements: first?.jointArrangements,
    accountedFor: first?.accountedFor,
    screening: entity === null ? (first?.screening ?? undefined) : undefined,
    isBlocked: ({ id }) => listed.has(idOf(id)) || (undecided.includes(idOf(id)) && 'possible'),
    direction,
    asOf,
    same,
  }
}

/** The network of a record, read as it was. */
export function indexOf(record: EvidenceRecord): NetworkIndex {
  return indexed(record.network, 'verifyEvidence', record)
}

/** What of a record does not follow from its own inputs, in sentences. What it says of the one before follows from that. */
export async function differencesIn(record: EvidenceRecord, previous?: EvidenceRecord): Promise<string[]> {
  try {
    const { record: made } = await makeEvidence('verifyEvidence', { ...optionsOfRecord(record), previous })
    const isTaken = record.previous !== null && previous === undefined
    const again = isTaken ? { ...made, previous: record.previous, changes: record.changes } : made
    const textOf = (value: unknown) => (value === undefined ? '' : canonicalText(value))
    return Object.keys({ ...record, ...again })
      .filter(field => textOf(Reflect.get(record, field)) !== textOf(Reflect.get(again, field)))
      .map(field => `${field} is not what follows from the record.`)
  } catch (error) {
    return [`The record cannot be made again: ${messageOf(error)}`]
  }
}
