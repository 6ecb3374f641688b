import { hitEntry } from '../contract/network.ts'
import { hitsIn, textList } from '../quirks/lists.ts'
import { placeholder } from '../quirks/scalar.ts'
import { type Table, tableOf } from '../reading/read-record.ts'
import type { UnknownFields } from '../reading/reading.ts'
import type { Reader } from '../reading/table.ts'

/**
 * An entry of a node's sanctions or adverse media data. Only the fields of PEP entries are shown, so that what a source says
 * beyond these is in `unknownFields` (specification: Network, node object).
 */
export interface HitEntry {
  /** Who, or what, the entry is about; null where it does not say. */
  name: string | null
  /** Where the entry was found, such as addresses or names of lists. */
  sources: string[]
  /**
   * Whether the entry stands in a list and has at least one of the fields that the specification shows for entries: a name, an
   * office or sources. Any other may be a hit or not.
   */
  isReadable: boolean
  /**
   * Everything else that the entry says, such as the program of a sanction. An entry that could not be read is here whole: as
   * `unreadable` where its JSON is broken, as `value` where it is no object.
   */
  unknownFields: UnknownFields
}

/** A public office that makes a person politically exposed (specification: Network, node object, pep). */
export interface PepEntry extends HitEntry {
  /** The office, such as a seat in a parliament; null where the entry does not say. */
  position: string | null
}

const hitEntries = tableOf(
  hitEntry,
  (take, rest): HitEntry => ({
    name: take('name', placeholder),
    sources: take('sources', textList),
    isReadable: false,
    unknownFields: rest(),
  }),
  entry => {
    entry.isReadable = entry.name !== null || entry.sources.length > 0
  },
)

const pepEntries = tableOf(
  hitEntry,
  (take, rest): PepEntry => ({
    name: take('name', placeholder),
    position: take('position', placeholder),
    sources: take('sources', textList),
    isReadable: false,
    unknownFields: rest(),
  }),
  entry => {
    entry.isReadable = entry.name !== null || entry.position !== null || entry.sources.length > 0
  },
)

/** A list of hits. */
export const hits = entriesOf(hitEntries)
export const pepHits = entriesOf(pepEntries)

function entriesOf<Entry extends HitEntry>(table: Table<Entry>): Reader<Entry[]> {
  return (value, at) => {
    const { entries, isAlone } = hitsIn(value, at)
    if (entries.length === 0) return []
    const { log, path, field } = at
    const made = entries.map((entry, index) => table(log)(entry, [...path, field, index]))
    if (isAlone) for (const entry of made) entry.isReadable = false
    return made
  }
}
