import type { BulkRow } from '../../model/bulk.ts'
import { type Listed, listedAs, listingKey, namesOf, spellingKey } from '../../resources/match-inputs.ts'
import { findCountryCode } from '../../shared/countries/lookup.ts'
import { foldCase } from '../../shared/names/fold-name.ts'
import { readRecordTime } from '../../shared/time.ts'
import { createFingerprint } from '../checksum.ts'
import type { PlacedRow } from '../rows/read-row.ts'

/** What is known of a row before it is sent. */
export type Repetition =
  | { readonly kind: 'new' }
  | { readonly kind: 'duplicate'; readonly sameAs: number | null }
  | { readonly kind: 'possible_duplicate'; readonly sameAs: null }

/** What of an entity of the list matters here. */
export type ListedEntity = Listed & { readonly registration: string | null; readonly createdAt?: string }

/** What a whole list has shown. */
export interface ListCheck {
  /** Whether it lacks entities that are there: fewer are listed than once were, and have been created since. */
  readonly isStale: boolean
  /** Entities that this import has created, and that the list does not show as they were sent. */
  readonly unfound: number
}

/** In place of a line: an organization that is in the team. */
const teamLine = -1

/**
 * How many entities look alike in the team's list: how many there are at `least`, whether a list has shown them or not; how many
 * are `ours`, created by this import; how many of the first list are `newer` than an earlier run's begin; and how many the list
 * that is being read has `listed`, and is `due` to list.
 */
const [least, ours, newer, listed, due, columns] = [0, 1, 2, 3, 4, 5]

/** Who is in the team and who came along in the source. A million rows take about 130 MB. */
export type Ledger = ReturnType<typeof createLedger>

export function createLedger() {
  const fingerprint = createFingerprint()
  /** By the fingerprint of what looks alike. */
  const counts = createCounts()
  /** Where each row is, by the fingerprint of who it is. */
  const lines = new Map<string, number>()
  let entities = 0
  let newest = Number.NEGATIVE_INFINITY
  let created = 0
  let hasCreated = false
  // Of the list that is being read: how many it has shown, and must show; and the most that any has.
  let [shown, expected, most] = [0, 0, 0]
  const find = (key: string) => counts.find(fingerprint(key))
  const strangers = (place: number) => Math.max(0, counts.get(place, newer) - counts.get(place, ours))

  return {
    /** Forgets all, for a first list that is read from its start again. */
    clear() {
      counts.clear()
      lines.clear()
      entities = 0
      newest = Number.NEGATIVE_INFINITY
    },
    /** Takes in an entity of the first list. `began` is when the import did, where an earlier run says so. */
    addListed(entity: ListedEntity, began: number | null = null) {
      entities += 1
      const time = readRecordTime(entity.createdAt ?? '')
      if (time !== null && time.last > newest) newest = time.last
      const place = counts.placeOf(fingerprint(listingKey(entity)))
      counts.add(place, least, 1)
      // Also where nothing can be read of when it was.
      if (began !== null && (time === null || time.last > began)) counts.add(place, newer, 1)
      if (foldCase(entity.type) !== 'organization') return
      const spelling = spellingKey(entity)
      lines.set(fingerprint(organizationKey(spelling, entity.registration)), teamLine)
      if (entity.registration !== null) lines.set(fingerprint(anyRegistrationKey(spelling)), teamLine)
    },
    /** Begins with another list, which is only compared. */
    beginRead() {
      shown = 0
      expected = Math.max(most, entities + created)
      for (let place = 1; place <= counts.size(); place += 1) {
        counts.set(place, listed, 0)
        counts.set(place, due, counts.get(place, least))
      }
    },
    /** Takes in an entity of that list; whether it is one more than are known to be there. */
    see(key: string): boolean {
      shown += 1
      const place = find(key)
      if (place === nowhere) return true
      counts.add(place, listed, 1)
      return counts.get(place, listed) > counts.get(place, least) - strangers(place)
    },
    endRead(): ListCheck {
      let unfound = 0
      for (let place = 1; place <= counts.size(); place += 1) {
        const absent = counts.get(place, due) - counts.get(place, listed)
        unfound += Math.max(0, Math.min(counts.get(place, ours), absent))
      }
      most = Math.max(most, shown)
      return { isStale: shown < expected, unfound }
    },
    /** Whether a row repeats something; remembers it in any case. */
    judge({ row, line, key }: PlacedRow): Repetition {
      const spelling = spellingKey(listedAs(row))
      const identity = fingerprint(identityKey(spelling, row))
      const earlier = lines.get(identity)
      if (earlier !== undefined) return { kind: 'duplicate', sameAs: earlier === teamLine ? null : earlier }
      lines.set(identity, line)
      const place = find(key)
      if (counts.get(place, least) <= counts.get(place, ours)) return { kind: 'new' }
      if (row.type === 'person') return { kind: 'possible_duplicate', sameAs: null }
      // With another spelling or registration number, it is for the service to say.
      const isThere =
        row.registration === undefined && lines.get(fingerprint(anyRegistrationKey(spelling))) === teamLine
      return isThere ? { kind: 'duplicate', sameAs: null } : { kind: 'new' }
    },
    /** Remembers a row that was judged in an earlier run. */
    remember({ row, line }: PlacedRow) {
      lines.set(fingerprint(identityKey(spellingKey(listedAs(row)), row)), line)
    },
    /** Remembers that a row exists now, besides those that did before it was sent; `isNew` where no list has shown it yet. */
    addCreated(key: string, before: number, isNew: boolean) {
      hasCreated = true
      if (isNew) created += 1
      const place = counts.placeOf(fingerprint(key))
      counts.add(place, ours, 1)
      counts.set(place, least, Math.max(before + 1, counts.get(place, ours), counts.get(place, least)))
    },
    /** How many entities certainly look like the row, whether a list has shown them or not. */
    countLike: (key: string) => counts.get(find(key), least),
    /** How many of the first list have come since the import began, and are not known to be of it. */
    countStrangers: (key: string) => strangers(find(key)),
    /** Whether this import is known to have created anything. */
    hasCreated: () => hasCreated,
    /** How many entities the first list had, and when the newest of them was created; null where there was none. */
    first: () => ({ entities, newest: Number.isFinite(newest) ? new Date(newest).toISOString() : null }),
  }
}

/** The place of what is not in a table, which counts nothing. */
const nowhere = 0

/** A table of whole numbers, in a third of what an object for each row of it takes. */
function createCounts() {
  const places = new Map<string, number>()
  let table = new Int32Array(1024)
  return {
    size: () => places.size,
    find: (print: string) => places.get(print) ?? nowhere,
    placeOf(print: string): number {
      const place = places.get(print) ?? places.size + 1
      places.set(print, place)
      if ((place + 1) * columns <= table.length) return place
      const grown = new Int32Array(Math.ceil(1.5 * table.length))
      grown.set(table)
      table = grown
      return place
    },
    get: (place: number, column: number) => table[place * columns + column] ?? 0,
    set(place: number, column: number, value: number) {
      table[place * columns + column] = value
    },
    add(place: number, column: number, more: number) {
      table[place * columns + column] = (table[place * columns + column] ?? 0) + more
    },
    clear() {
      places.clear()
      table.fill(0)
    },
  }
}

/** Who a row is, as far as it says. Persons who differ in anything are namesakes. */
function identityKey(spelling: string, row: BulkRow): string {
  if (row.type === 'organization') return organizationKey(spelling, row.registration ?? null)
  const { birthDate = '', nationalId = '', nationality = '' } = row
  // A name beside the parts may be that of a household. The parts as one text: where they divide may depend on their case.
  const parts = foldCase(namesOf(row).at(-1) ?? '')
  return [spelling, parts, birthDate, foldCase(nationalId), findCountryCode(nationality) ?? ''].join('\n')
}

function organizationKey(spelling: string, registration: string | null): string {
  return [spelling, foldCase(registration ?? '')].join('\n')
}

/** Of an organization of the team whose registration number a row does not give. */
function anyRegistrationKey(spelling: string): string {
  return `${spelling}\n\nany`
}
