import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type Decisions, openDecisions } from '../../src/portfolio/decisions/decisions.ts'
import type { Review } from '../../src/portfolio/decisions/review-hits.ts'
import type { JournalStore } from '../../src/portfolio/journal/journal.ts'
import { decodeJson } from '../../src/shared/json.ts'
import { FileError, UsageError } from '../failure.ts'
import type { JournalWaitOptions } from '../journal/journal-location.ts'
import { decisionsName, isPostgresUrl, locateJournal } from '../journal/locate-journal.ts'

export const logFlag = {
  log: {
    value: 'FILE|postgres://...',
    description: 'where to store decisions: a file, or postgres://user@host:5432/db?journal=NAME',
  },
}

/**
 * Opens the decision log that `--log` names, calls a function with it, and closes it afterwards.
 *
 * @param options - `onCreate` is called with a sentence if the first entry starts a new log.
 * @throws FileError if `mustExist` is set, but there is no log: with a mistyped name, all hits would look open.
 */
export async function withDecisions<Value>(
  log: string | undefined,
  work: (decisions: Decisions) => Promise<Value>,
  { mustExist = false, onCreate }: { mustExist?: boolean } & Pick<JournalWaitOptions, 'onCreate'> = {},
): Promise<Value> {
  if (log === undefined) throw new UsageError('--log is required: it holds the decisions')
  const location = locateJournal('--log', log, decisionsName)
  const store: JournalStore = {
    // The wait is short, because another command holds the log only while it writes one entry.
    open: (_, options) => location.open({ maxWait: options?.wait, onCreate }),
    inspect: () => location.inspect(),
  }
  try {
    if (mustExist && (await location.inspect()) === null)
      throw new FileError(`--log: ${describeMissingLog(log, location.title)}`)
    return await work(openDecisions(store))
  } finally {
    await location.end()
  }
}

function describeMissingLog(log: string, title: string): string {
  const advice = 'decide writes the first one'
  return isPostgresUrl(log) || existsSync(log)
    ? `${title} holds no decisions; ${advice}`
    : `${title} does not exist, so there are no decisions: give the name of an earlier decision log; ${advice}`
}

/** Whether a hit has a verdict that holds. A decision that the verdict is unsure leaves the hit undecided. */
export function hasVerdict({ state, decision }: Pick<Review, 'state' | 'decision'>): boolean {
  return state === 'decided' && decision?.verdict !== 'unsure'
}

/** Describes the state of a review, for a table column. */
export function describeState({ state, reasons, decision, proposal }: Omit<Review, 'hit'>): string {
  if (reasons.length > 0) return `${state}: ${reasons.join(', ')}`
  const statement = proposal ?? decision
  if (statement === null) return state
  const verdict = statement.verdict.replace('_', ' ')
  if (proposal !== null) return `proposed: ${verdict} (${statement.id.slice(0, 12)})`
  return statement.until === null ? verdict : `${verdict} until ${statement.until}`
}

/** Returns the parts of a hit's key: the entity, the kind of hit, and the sorted words of the party's name. */
export const parseHitKey = (key: string): readonly unknown[] => [decodeJson(key)].flat()

/** Returns the ID of the entity in whose network a hit is, by the hit's key. */
export const entityOfKey = (key: string): string => String(parseHitKey(key)[0])

/** Lists the IDs of the entities in whose networks are the hits of a log. Erased entries do not name their entities. */
export async function listEntitiesOfLog(decisions: Decisions): Promise<Set<string>> {
  const entries = await decisions.export()
  const keys = entries.flatMap(({ action, details }) => (action === 'erase' ? [] : (details?.key ?? [])))
  return new Set(keys.map(entityOfKey))
}

/** Derives a short identifier from a hit's key, for use on the command line. */
export function hitHandle(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12)
}

export function isHandle(text: string): boolean {
  return /^[\da-f]{12}$/.test(text)
}
