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
  /** Those that it shows. */
  readonly found: number
}

/** In place of a line: an organization that is in the team. */
const teamLine = -1

/**
 * How many entities look alike in the team's list: how many there are at `least`, whether a list has shown them or not; how many
 * are `ours`, created by this import; how many of the first list are `newer` than an earlier run's begin; and how many the list
 * that is being read has `listed`, and is `due` to list.
 */
const columns = ['least', 'ours', 'newer', 'listed', 'due'] as const
type Column = (typeof columns)[number]

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
  // Of the list that is being read, and the most that any must have.
  let [listed, due, most] = [0, 0, 0]

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
      counts.add(place, 'least', 1)
      // Also where nothing can be read of when it was.
      if (began !== null && (time === null || time.last > began)) counts.add(place, 'newer', 1)
      if (foldCase(entity.type) !== 'organization') return
      const spelling = spellingKey(entity)
      lines.set(fingerprint(organizationKey(spelling, entity.registration)), teamLine)
      if (entity.registration !== null) lines.set(fingerprint(anyRegistrationKey(spelling)), teamLine)
    },
    /** Begins with another list, which is only compared. */
    beginRead() {
      listed = 0
      due = Math.max(most, entities + created)
      counts.beginRead()
    },
    /** Takes in an entity of that list; whether it is one more than are known to be there. */
    see(key: string): boolean {
      listed += 1
      const place = counts.find(fingerprint(key))
      if (place === undefined) return true
      counts.add(place, 'listed', 1)
      return counts.get(place, 'listed') > known(place)
    },
    endRead(): ListCheck {
      let [unfound, found] = [0, 0]
      for (let place = 0; place < counts.size(); place += 1) {
        const [ours, seen] = [counts.get(place, 'ours'), counts.get(place, 'listed')]
        unfound += Math.max(0, Math.min(ours, counts.get(place, 'due') - seen))
        found += Math.min(ours, seen)
      }
      most = Math.max(most, listed)
      return { isStale: listed < due, unfound, found }
    },
    /** Whether a row repeats something; remembers it in any case. */
    judge({ row, line, key }: PlacedRow): Repetition {
      const spelling = spellingKey(listedAs(row))
      const identity = fingerprint(identityKey(spelling, row))
      const earlier = lines.get(identity)
      if (earlier !== undefined) return { kind: 'duplicate', sameAs: earlier === teamLine ? null : earlier }
      lines.set(identity, line)
      const place = counts.find(fingerprint(key))
      if (counts.get(place, 'least') <= counts.get(place, 'ours')) return { kind: 'new' }
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
      counts.add(place, 'ours', 1)
      const least = Math.max(before + 1, counts.get(place, 'ours'))
      counts.add(place, 'least', Math.max(0, least - counts.get(place, 'least')))
    },
    /** How many entities certainly look like the row, whether a list has shown them or not. */
    countLike: (key: string) => counts.get(counts.find(fingerprint(key)), 'least'),
    /** How many of the first list have come since the import began, and are not known to be of it. */
    countStrangers: (key: string) => strangers(counts.find(fingerprint(key))),
    /** Whether this import is known to have created anything. */
    hasCreated: () => hasCreated,
    /** How many entities the first list had, and when the newest of them was created; null where there was none. */
    first: () => ({ entities, newest: Number.isFinite(newest) ? new Date(newest).toISOString() : null }),
  }

  function strangers(place: number | undefined): number {
    return Math.max(0, counts.get(place, 'newer') - counts.get(place, 'ours'))
  }

  function known(place: number | undefined): number {
    return counts.get(place, 'least') - strangers(place)
  }
}

/** A table of whole numbers, in a third of what an object for each row of it takes. */
function createCounts() {
  const places = new Map<string, number>()
  let length = 1024
  const create = () => new Int32Array(length)
  const table = { least: create(), ours: create(), newer: create(), listed: create(), due: create() }
  return {
    size: () => places.size,
    find: (print: string) => places.get(print),
    placeOf(print: string): number {
      const place = places.get(print) ?? places.size
      if (place === places.size) places.set(print, place)
      if (place >= length) grow()
      return place
    },
    get: (place: number | undefined, column: Column) =>
      place === undefined ? 0 : (table[column][place] ?? 0),
    add(place: number, column: Column, more: number) {
      table[column][place] = (table[column][place] ?? 0) + more
    },
    beginRead() {
      table.listed.fill(0)
      table.due.set(table.least)
    },
    clear() {
      places.clear()
      for (const column of columns) table[column].fill(0)
    },
  }

  function grow(): void {
    length *= 2
    for (const column of columns) {
      const grown = create()
      grown.set(table[column])
      table[column] = grown
    }
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
