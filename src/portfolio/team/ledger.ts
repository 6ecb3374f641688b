import type { BulkRow } from '../../model/bulk.ts'
import { type Listed, listedAs, listingKey, namesOf } from '../../resources/match-inputs.ts'
import { findCountryCode } from '../../shared/countries/names.ts'
import { getOrInsert } from '../../shared/get-or-insert.ts'
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

/** How many entities look alike in the team's list. */
interface Count {
  /** How many there are, whether a list has shown them or not. */
  least: number
  /** Those that this import has created. */
  ours: number
  /** Those of the first list that are newer than an earlier run's begin. */
  newer: number
  /** Those that the list that is being read has shown. */
  listed: number
  /** Those that it must show. */
  due: number
}

const none: Count = { least: 0, ours: 0, newer: 0, listed: 0, due: 0 }

/** Who is in the team and who came along in the source. A million rows take about 170 MB. */
export type Ledger = ReturnType<typeof createLedger>

export function createLedger() {
  const fingerprint = createFingerprint()
  /** By the fingerprint of what looks alike. */
  const counts = new Map<string, Count>()
  /** Where each row is, by the fingerprint of who it is. */
  const lines = new Map<string, number>()
  let entities = 0
  let newest = Number.NEGATIVE_INFINITY
  let created = 0
  // Of the list that is being read: how many it has shown, and must show; and the most that any has.
  let [shown, expected, most] = [0, 0, 0]
  const find = (key: string): Readonly<Count> => counts.get(fingerprint(key)) ?? none
  const countFor = (key: string) => getOrInsert(counts, fingerprint(key), () => ({ ...none }))
  const strangers = ({ newer, ours }: Readonly<Count>) => Math.max(0, newer - ours)

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
      const count = countFor(listingKey(entity))
      count.least += 1
      // Also where nothing can be read of when it was.
      if (began !== null && (time === null || time.last > began)) count.newer += 1
      if (foldCase(entity.type) !== 'organization') return
      const spelling = listingKey(entity, foldCase)
      lines.set(fingerprint(organizationKey(spelling, entity.registration)), teamLine)
      // A row need not give its registration number.
      lines.set(fingerprint(organizationKey(spelling, null)), teamLine)
    },
    /** Begins with another list, which is only compared. */
    beginRead() {
      shown = 0
      expected = Math.max(most, entities + created)
      for (const count of counts.values()) {
        count.listed = 0
        count.due = count.least
      }
    },
    /** Takes in an entity of that list; whether it is one more than are known to be there. */
    see(key: string): boolean {
      shown += 1
      const count = counts.get(fingerprint(key))
      if (count === undefined) return true
      count.listed += 1
      return count.listed > count.least - strangers(count)
    },
    endRead(): ListCheck {
      let unfound = 0
      for (const { ours, due, listed } of counts.values())
        unfound += Math.max(0, Math.min(ours, due - listed))
      most = Math.max(most, shown)
      return { isStale: shown < expected, unfound }
    },
    /** Whether a row repeats something; remembers it in any case. */
    judge({ row, line, key }: PlacedRow): Repetition {
      const identity = fingerprint(identityKey(row))
      const earlier = lines.get(identity)
      if (earlier !== undefined && earlier !== teamLine) return { kind: 'duplicate', sameAs: earlier }
      const { least, ours } = find(key)
      const isBesideOthers = least > ours
      if (isBesideOthers && earlier === teamLine) return { kind: 'duplicate', sameAs: null }
      lines.set(identity, line)
      // With another spelling or registration number, an organization is for the service to judge.
      if (isBesideOthers && row.type === 'person') return { kind: 'possible_duplicate', sameAs: null }
      return { kind: 'new' }
    },
    /** Remembers a row that was judged in an earlier run. */
    remember({ row, line }: PlacedRow) {
      lines.set(fingerprint(identityKey(row)), line)
    },
    /** Remembers that a row exists now, besides those that did before it was sent; `isNew` where no list has shown it yet. */
    addCreated(key: string, before: number, isNew: boolean) {
      if (isNew) created += 1
      const count = countFor(key)
      count.ours += 1
      count.least = Math.max(before + 1, count.ours, count.least)
    },
    /** How many entities certainly look like the row, whether a list has shown them or not. */
    countLike: (key: string) => find(key).least,
    /** Whether the first list showed one like a row of which nothing was remembered so far. */
    isListed(key: string): boolean {
      const { least, ours } = find(key)
      return least > 0 && ours === 0
    },
    /** How many of the first list have come since the import began, and are not known to be of it. */
    countStrangers: (key: string) => strangers(find(key)),
    /** How many entities the first list had, and when the newest of them was created; null where there was none. */
    first: () => ({ entities, newest: Number.isFinite(newest) ? new Date(newest).toISOString() : null }),
  }
}

/** Who a row is, as far as it says. Persons who differ in anything are namesakes. */
function identityKey(row: BulkRow): string {
  // What is spelled alike but for case and spacing passes for a repetition without anybody being asked.
  const spelling = listingKey(listedAs(row), foldCase)
  if (row.type === 'organization') return organizationKey(spelling, row.registration ?? null)
  const { birthDate = '', nationalId = '', nationality = '' } = row
  // A name beside the parts may be that of a household. The parts as one text: where they divide may depend on their case.
  const parts = foldCase(namesOf(row).at(-1) ?? '')
  return [spelling, parts, birthDate, foldCase(nationalId), findCountryCode(nationality) ?? ''].join('\n')
}

function organizationKey(spelling: string, registration: string | null): string {
  return `${spelling}\n${foldCase(registration ?? '')}`
}
