import type { BulkRow } from '../../model/bulk.ts'
import type { SpelledCountries } from './read-row.ts'

/** A row on its way, with the line that it came from. */
export interface PlacedRow {
  readonly line: number
  readonly row: BulkRow
  /** How the source spelled its countries, where that is not how they are sent. */
  readonly spelled?: SpelledCountries | undefined
  /** What it shares with all that looks like it in the team's list: see `listingKey`. */
  readonly key: string
}
