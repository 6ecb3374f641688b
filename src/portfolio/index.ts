/**
 * Work on many entities at once: imports that create each row once and continue after a crash, rescans of a team, reports of changes, and
 * decisions about hits. Only sources and journals in files need Node, Deno or Bun.
 *
 * @module entity-screening-sdk/portfolio
 */

export type { DecisionEntry } from './decisions/decision-entry.ts'
export type { Approval, Proposal, Withdrawal } from './decisions/decision-input.ts'
export { DecisionRefusedError } from './decisions/decision-log.ts'
export type { Decisions } from './decisions/decisions.ts'
export { openDecisions } from './decisions/decisions.ts'
export type { Decision, Review } from './decisions/review-hits.ts'
export type { ImportOptions, Partition, ReadingOptions } from './import-options.ts'
export { importPortfolio } from './import-portfolio.ts'
export type { ImportProgress, ImportReport, ImportWarning, RowOmission, RowProblem } from './import-report.ts'
export type { Journal, JournalStore, LeasedJournal } from './journal/journal.ts'
export { JournalInUseError } from './journal/journal.ts'
export { sqliteJournals } from './journal/sqlite-journals.ts'
export { diffEntities, diffNetworks } from './monitoring/diff/diff.ts'
export type { EntityChange } from './monitoring/diff/entities.ts'
export { formatChange } from './monitoring/diff/format.ts'
export type { NetworkChange } from './monitoring/diff/networks.ts'
export type {
  RescanOptions,
  RescanReport,
  WatchChange,
  WatchEvent,
  WatchOptions,
  WatchReport,
} from './monitoring/reports.ts'
export { rescanAll } from './monitoring/rescan-all.ts'
export { watchEntities } from './monitoring/watch-entities.ts'
export { WebhookError, type WebhookOptions, webhook } from './monitoring/webhook.ts'
export type { PortfolioSource } from './source/open-items.ts'
export { partitionPortfolio } from './source/partition.ts'
