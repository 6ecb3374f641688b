import { hitEntry } from '../contract/network.ts'
import { hitsIn, textList } from '../quirks/lists.ts'
import { placeholder } from '../quirks/scalar.ts'
import { type RecordOf, type Table, tableOf } from '../reading/read-record.ts'
import type { Reader } from '../reading/table.ts'

const hitEntries = tableOf(
  hitEntry,
  (take, rest) => ({
    /** Who, or what, the entry is about; null where it does not say. */
    name: take('name', placeholder),
    /** Where the entry was found, such as addresses or names of lists. */
    sources: take('sources', textList),
    /**
     * Whether the entry stands in a list and has at least one of the fields that the specification shows for entries: a name, an
     * office or sources. Any other may be a hit or not.
     */
    isReadable: false,
    unknownFields: rest(),
  }),
  entry => {
    entry.isReadable = entry.name !== null || entry.sources.length > 0
  },
)

/**
 * An entry of a node's sanctions or adverse media data. Only the fields of PEP entries are shown, so that the rest, such as the
 * program of a sanction, is in `unknownFields`; so is all of an entry that could not be read: as `unreadable` where its JSON is
 * broken, as `value` where it is no object (specification: Network, node object).
 */
export interface HitEntry extends RecordOf<typeof hitEntries> {}

const pepEntries = tableOf(
  hitEntry,
  (take, rest) => ({
    name: take('name', placeholder),
    /** The office, such as a seat in a parliament; null where the entry does not say. */
    position: take('position', placeholder),
    sources: take('sources', textList),
    isReadable: false,
    unknownFields: rest(),
  }),
  entry => {
    entry.isReadable = entry.name !== null || entry.position !== null || entry.sources.length > 0
  },
)

/** A public office that makes a person politically exposed (specification: Network, node object, pep). */
export interface PepEntry extends HitEntry, RecordOf<typeof pepEntries> {}

/** A list of hits. */
export const hits: Reader<HitEntry[]> = entriesOf(hitEntries)
export const pepHits: Reader<PepEntry[]> = entriesOf(pepEntries)

function entriesOf<Entry extends { isReadable: boolean }>(table: Table<Entry>): Reader<Entry[]> {
  return (value, at) => {
    const { entries, isAlone } = hitsIn(value, at)
    if (entries.length === 0) return []
    const { log, path, field } = at
    const made = entries.map((entry, index) => table(log)(entry, [...path, field, index]))
    if (isAlone) for (const entry of made) entry.isReadable = false
    return made
  }
}
