import { findCountryCode } from '../../contract/country-lookup.ts'
import type { BulkRow } from '../../model/bulk.ts'
import { foldCase, type Listed, listedAs, listingKey, namesOf, spellingKey } from '../../model/identity.ts'
import type { PlacedRow } from './delivery.ts'
import { createFingerprints } from './fingerprints.ts'

/** What is known of a row before it is sent. */
export type Verdict =
  | { readonly kind: 'new' }
  | { readonly kind: 'duplicate'; readonly sameAs: number | null }
  | { readonly kind: 'possible_duplicate'; readonly sameAs: null }

/** What of an entity of the list matters here. */
export type ListedEntity = Listed & { readonly registration: string | null }

/** Who is in the team and who came along in the source, in little memory. */
export interface Ledger {
  /** Forgets all, for a list that is read from its start again. */
  clear(): void
  /** Takes in an entity of the team's list. */
  addListed(entity: ListedEntity): void
  /** Whether a row repeats something; remembers it in any case. */
  judge(placed: PlacedRow): Verdict
  /** Remembers a row that was judged in an earlier run. */
  remember(placed: PlacedRow): void
  /** Remembers that a row exists now; `isListed` where `addListed` has counted it already. */
  addCreated(key: string, isListed: boolean): void
  /** How many entities of the team look like the row in its list. */
  countLike(key: string): number
}

const [inTeam, ours] = [0, 1]
/** In place of a line: an organization that is in the team. */
const teamLine = 0xffff_ffff

export function createLedger(): Ledger {
  let listed = createFingerprints(2)
  let lines = createFingerprints()
  const add = (key: string, column: number, by: number) =>
    listed.set(key, listed.get(key, column) + by, column)

  return {
    clear() {
      listed = createFingerprints(2)
      lines = createFingerprints()
    },
    addListed(entity) {
      add(listingKey(entity), inTeam, 1)
      if (foldCase(entity.type) !== 'organization') return
      const spelling = spellingKey(entity)
      lines.set(organizationKey(spelling, entity.registration), teamLine)
      if (entity.registration !== null) lines.set(anyRegistrationKey(spelling), teamLine)
    },
    judge({ row, line, key }) {
      const spelling = spellingKey(listedAs(row))
      const identity = identityKey(spelling, row)
      const known = lines.get(identity)
      if (known !== 0) return { kind: 'duplicate', sameAs: known === teamLine ? null : known }
      lines.set(identity, line)
      if (listed.get(key, inTeam) <= listed.get(key, ours)) return { kind: 'new' }
      if (row.type === 'person') return { kind: 'possible_duplicate', sameAs: null }
      // With another spelling or registration number, it is for the service to say.
      const isThere = row.registration === undefined && lines.get(anyRegistrationKey(spelling)) === teamLine
      return isThere ? { kind: 'duplicate', sameAs: null } : { kind: 'new' }
    },
    remember({ row, line }) {
      lines.set(identityKey(spellingKey(listedAs(row)), row), line)
    },
    addCreated(key, isListed) {
      add(key, ours, 1)
      if (!isListed) add(key, inTeam, 1)
    },
    countLike: key => listed.get(key, inTeam),
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
