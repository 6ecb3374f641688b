/**
 * Work on many entities at once: creating those of a CSV file, a stream or a list, each exactly once and also over a broken
 * run; rescanning a team; and saying what has changed in between. Runs wherever the client does; only a source or a
 * journal that is named by its path needs the files of Node, Deno or Bun.
 *
 * @module entity-screening-sdk/portfolio
 */

export { importPortfolio } from './import-portfolio.ts'
export { JournalInUseError } from './journal/in-use-error.ts'
export type {
  Journal,
  JournalGlance,
  JournalStore,
  LeasedJournal,
  OpenJournalOptions,
} from './journal/journal.ts'
export { sqliteJournals } from './journal/sqlite-journals.ts'
export type * from './monitoring/diff/changes.ts'
export { diff } from './monitoring/diff/diff.ts'
export { formatChange } from './monitoring/diff/format.ts'
export type { EntityReferences } from './monitoring/references.ts'
export type { RememberedEntity } from './monitoring/remembered.ts'
export { rescanAll } from './monitoring/rescan-all.ts'
export type * from './monitoring/rescan-report.ts'
export { watchEntities } from './monitoring/watch-entities.ts'
export type * from './monitoring/watch-report.ts'
export { type WebhookOptions, webhook } from './monitoring/webhook.ts'
export { WebhookError } from './monitoring/webhook-error.ts'
export type * from './options.ts'
export type * from './report.ts'
export { type Partition, partitionPortfolio } from './source/partition.ts'
export type { PortfolioSource } from './source/source.ts'
export { type Listing, sharedListing } from './team/listing.ts'
