import { isRecord } from '../contract/json.ts'
import { type FoundHits, type HitField, hitList } from '../quirks/hits.ts'
import { textList } from '../quirks/text-list.ts'
import type { Extra } from '../reading/extra.ts'
import { createFieldNames } from '../reading/field-names.ts'
import type { Reading } from '../reading/reading.ts'
import { mapItems, openRecord, take, takeRest, takeShown, type WireRecord } from './record.ts'

/**
 * An entry of a node's sanctions or adverse media data. Only the fields of PEP entries are shown, so that what a source says
 * beyond these is in `extra` (specification: Network, node object).
 */
export interface RiskEntry {
  /** Who, or what, the entry is about; null where it does not say. */
  name: string | null
  /** Where the entry was found, such as addresses or names of lists. */
  sources: string[]
  /**
   * Everything else that the entry says, such as the program of a sanction. An entry that could not be read is here whole: as
   * `unreadable` where its JSON is broken, as `value` where it is no object.
   */
  extra: Extra
}

/** A public office that makes a person politically exposed (specification: Network, node object, pep). */
export interface PepEntry extends RiskEntry {
  /** The office, such as a seat in a parliament; null where the entry does not say. */
  position: string | null
}

/** Adds hits found outside their lists to a node; those beside all nodes belong to the root. */
export function showHits(
  hits: readonly FoundHits[],
  node: { readonly pep: PepEntry[]; readonly sanctions: RiskEntry[]; readonly adverseMedia: RiskEntry[] },
  record: WireRecord,
): void {
  const entriesOf = (field: HitField) =>
    hits.flatMap(found => (found.field === field ? show(found.value) : []))
  node.pep.push(...decodeEntries(record, 'pep', entriesOf('pep'), decodePepEntry))
  node.sanctions.push(...decodeEntries(record, 'sanctions', entriesOf('sanctions'), decodeRiskEntry))
  node.adverseMedia.push(
    ...decodeEntries(record, 'adverse_media', entriesOf('adverse_media'), decodeRiskEntry),
  )
}

/** What was found is one entry at least, even if a list would be empty there. */
function show(found: unknown): unknown[] {
  const { value } = hitList(found)
  return value.length === 0 ? [found] : value
}

export function takeEntries<Entry>(
  record: WireRecord,
  field: HitField,
  list: Reading<unknown[]>,
  decode: (entry: WireRecord) => Entry,
): Entry[] {
  const entries = take(record, field, list)
  return entries.length === 0 ? [] : decodeEntries(record, field, entries, decode)
}

const riskEntryFields = createFieldNames(['name', 'sources'], ['sources'])
const pepEntryFields = createFieldNames(['name', 'sources', 'position'], ['sources'])

function decodeEntries<Entry>(
  { path, log }: WireRecord,
  field: HitField,
  entries: readonly unknown[],
  decode: (entry: WireRecord) => Entry,
): Entry[] {
  const names = field === 'pep' ? pepEntryFields : riskEntryFields
  return mapItems(entries, [...path, field], (entry, at) =>
    decode(openRecord(isRecord(entry) ? entry : { value: entry }, at, log, names)),
  )
}

export function decodeRiskEntry(record: WireRecord): RiskEntry {
  return { ...decodeNameAndSources(record), extra: takeRest(record) }
}

export function decodePepEntry(record: WireRecord): PepEntry {
  const { fields } = record
  const position = takeShown(record, 'position', fields.position)
  return { ...decodeNameAndSources(record), position, extra: takeRest(record) }
}

function decodeNameAndSources(record: WireRecord): Pick<RiskEntry, 'name' | 'sources'> {
  const { fields } = record
  return {
    name: takeShown(record, 'name', fields.name),
    sources: take(record, 'sources', textList(fields.sources)),
  }
}
