import * as z from 'zod/mini'
import { pepEntry } from '../contract/network.ts'
import { hitList, textList } from '../quirks/lists.ts'
import { textUnlessPlaceholder } from '../quirks/scalar.ts'
import { readItems } from '../reading/body.ts'
import { pathOfField, type ReadContext } from '../reading/read-context.ts'
import { type CreateReader, createRecordReader, type ModelOf, shareReader } from '../reading/read-record.ts'
import { noUnknownFields } from '../reading/unknown-fields.ts'

/** The fields that all kinds of entries have: those of a PEP entry, except the public office. */
const hitEntryFields = z.looseObject({ name: pepEntry.shape.name, sources: pepEntry.shape.sources })

/**
 * A sanctions entry or an adverse-media entry. Undocumented fields, such as a sanctions program, are in `unknownFields`. An
 * unreadable entry is also in `unknownFields`: as `unreadable` if its JSON is broken, as `value` if it is not an object.
 */
export interface HitEntry extends ModelOf<typeof hitEntryReader> {}

/** A public office that makes a person politically exposed. */
export interface PepEntry extends HitEntry, ModelOf<typeof pepEntryReader> {}

const hitEntryReader = createRecordReader(
  hitEntryFields,
  (wire, context) => ({
    /** Name of the person or organization; null if there is none. */
    name: textUnlessPlaceholder(wire.name, context, 'name'),
    /** Sources of the entry, such as URLs or names of lists. */
    sources: textList(wire.sources, context, 'sources'),
    /**
     * Whether the entry was sent in a list and has at least one documented field: a name, an office or
     * sources. If false, it is unknown whether the entry is a hit.
     */
    isReadable: false,
    unknownFields: noUnknownFields,
  }),
  {
    conclude(entry) {
      entry.isReadable = entry.name !== null || entry.sources.length > 0
    },
  },
)

const pepEntryReader = createRecordReader(
  pepEntry,
  (wire, context) => ({
    name: textUnlessPlaceholder(wire.name, context, 'name'),
    /** The office, such as a seat in a parliament; null if there is none. */
    position: textUnlessPlaceholder(wire.position, context, 'position'),
    sources: textList(wire.sources, context, 'sources'),
    isReadable: false,
    unknownFields: noUnknownFields,
  }),
  {
    conclude(entry) {
      entry.isReadable = entry.name !== null || entry.position !== null || entry.sources.length > 0
    },
  },
)

const sharedHitEntryReader = shareReader(hitEntryReader)
const sharedPepEntryReader = shareReader(pepEntryReader)

export function hits(value: unknown, context: ReadContext, field: string): HitEntry[] {
  return readEntries(sharedHitEntryReader, value, context, field)
}

export function pepHits(value: unknown, context: ReadContext, field: string): PepEntry[] {
  return readEntries(sharedPepEntryReader, value, context, field)
}

function readEntries<Entry extends { isReadable: boolean }>(
  createReader: CreateReader<Entry>,
  value: unknown,
  context: ReadContext,
  field: string,
): Entry[] {
  const list = hitList(value, context, field)
  if (list.entries.length === 0) return []
  const entries = readItems(list.entries, pathOfField(context, field), createReader(context.log))
  if (list.isAlone) for (const entry of entries) entry.isReadable = false
  return entries
}
