import * as z from 'zod/mini'
import { text } from '../../contract/text.ts'
import { assertInput } from '../../transport/check-input.ts'
import { hasMethods } from '../../transport/options/resolve.ts'
import { DamagedJournalError, type JournalStore } from '../journal/journal.ts'
import { createCheck } from '../option-schemas.ts'
import type { DecisionEntry } from './decision-entry.ts'
import {
  type Approval,
  approvalInput,
  type Proposal,
  proposalInput,
  reviewInput,
  type Withdrawal,
  withdrawalInput,
} from './decision-input.ts'
import {
  addEntry,
  type DecisionDraft,
  type DecisionLog,
  lastEntryId,
  openDecisionLog,
  readEntries,
} from './decision-log.ts'
import { type DecidableHit, findReopenReasons, type Review, reviewAll, type Standing } from './review-hits.ts'

/**
 * A log of decisions about hits. Entries are only added, and each contains the hash of the entry before it. Methods throw an
 * `InputValidationError` if the input is wrong, a `DecisionRefusedError` if the current decision or proposal does not allow the
 * action, and an `Error` if the log was changed by another program.
 *
 * @example
 * const decisions: Decisions = openDecisions('decisions.log')
 * const reason = 'The listed person was born in 1961, ours in 1990'
 * const proposed = { hit, verdict: 'false_positive', reason, by: 'Ada', until: '2099-12-31' } as const
 * const { id: proposal } = await decisions.propose(proposed)
 * await decisions.approve({ hit, proposal, by: 'Bo' })
 * for (const { state, decision } of await decisions.review([hit])) console.log(state, decision?.verdict)
 * await decisions.withdraw({ key: hit.key, by: 'Bo', reason: 'A new document' })
 * for (const { action, by, at } of await decisions.history(hit.key)) console.log(action, by, at)
 * const head = (await decisions.head()) ?? undefined // store it elsewhere
 * console.log((await decisions.verify({ head })).isValid) // true
 * await decisions.erase({ key: hit.key, by: 'Bo', reason: 'Request of 3 May' })
 */
export interface Decisions {
  /** Proposes a verdict. Refused if a valid proposal already waits for approval. */
  propose(proposal: Proposal): Promise<DecisionEntry>
  /**
   * Approves a proposal, which becomes the decision. Refused if the proposal no longer waits for approval, no longer fits the
   * hit, or was made by the same person.
   */
  approve(approval: Approval): Promise<DecisionEntry>
  /**
   * Withdraws the decision about a hit, and the proposal that waits for approval, so that a new decision is needed. Refused if
   * there is nothing to withdraw.
   */
  withdraw(withdrawal: Withdrawal): Promise<DecisionEntry>
  /**
   * Erases the details of all entries about a hit. The author, time and reason of the erasure itself remain, so the reason must
   * not name the party. Refused if there are no entries.
   */
  erase(erasure: Withdrawal): Promise<DecisionEntry>
  /**
   * Returns all hits in the same order, each with its decision and proposal. `state` shows whether a person must look at the
   * hit.
   */
  review<Reviewed extends DecidableHit>(hits: readonly Reviewed[]): Promise<Review<Reviewed>[]>
  /** Returns the entries about a hit, the oldest first. */
  history(key: string): Promise<DecisionEntry[]>
  /** Returns all entries, the oldest first. */
  export(): Promise<readonly DecisionEntry[]>
  /** Returns the `id` of the last entry; null if the log is empty. Store the `id` outside the log, for `verify`. */
  head(): Promise<string | null>
  /**
   * Checks that no entry was changed, and that no entry up to `head` was removed. Only a `head` that was stored outside the log
   * proves that the log was not rewritten. `entries` is the number of entries, or 0 if the log is invalid; `problem` is null if
   * the log is valid.
   */
  verify(options?: {
    head?: string | undefined
  }): Promise<{ isValid: boolean; entries: number; head: string | null; problem: string | null }>
}

const wrongLog = 'must be the name of a file, or a store of journals'
const store = createCheck(value => hasMethods(value, 'open', 'inspect'), wrongLog)
const input = z.strictObject({
  log: z.union([text, store], wrongLog),
  options: z.strictObject({ fourEyes: z.optional(z.boolean()) }),
})

/**
 * Opens the log of decisions about hits. For each hit, the log contains the verdict, its author, the person who approved it, and
 * the last day on which it is valid. The log is stored in a file or in Postgres. Several processes can use it at once; each
 * change locks the log for a moment.
 *
 * @param log - The name of a SQLite file (Node, Deno, Bun), or a store with the journal `decisions`.
 * @throws InputValidationError (`invalid_input`) if the log or an option is wrong.
 * @example
 * const decisions = openDecisions('decisions.log')
 * await decisions.propose({ hit, verdict: 'unsure', reason: 'No birth date', by: 'ada@example.com' })
 */
export function openDecisions(
  log: string | JournalStore,
  options: {
    /**
     * Whether another person must approve a proposal. Default: true. The package only compares the names, and does not
     * authenticate anyone.
     */
    fourEyes?: boolean | undefined
  } = {},
): Decisions {
  const { fourEyes = true } = assertInput('openDecisions', input, { log, options }).options
  const decisionLog = openDecisionLog(log)
  return {
    async propose(proposal) {
      const copy = copyDecidable(assertInput('decisions.propose', proposalInput, proposal))
      return addEntry(decisionLog, copy.hit.key, standing => draftProposal(copy, standing, fourEyes))
    },
    async approve(approval) {
      const copy = copyDecidable(assertInput('decisions.approve', approvalInput, approval))
      return addEntry(decisionLog, copy.hit.key, standing => draftApproval(copy, standing, fourEyes))
    },
    async withdraw(withdrawal) {
      const { key, by, reason } = assertInput('decisions.withdraw', withdrawalInput, withdrawal)
      return addEntry(decisionLog, key, ({ proposal, decision }) => {
        const entryIds = [proposal, decision].flatMap(item => item?.id ?? [])
        if (entryIds.length === 0) return 'there is nothing to withdraw'
        return { action: 'withdraw', by, entryIds, details: { reason } }
      })
    },
    async erase(erasure) {
      const { key, by, reason } = assertInput('decisions.erase', withdrawalInput, erasure)
      return addEntry(decisionLog, key, (_, entryIds) => {
        if (entryIds.length === 0) return 'there is no entry about this hit'
        return { action: 'erase', by, entryIds, details: { key: '', reason } }
      })
    },
    async review(hits) {
      assertInput('decisions.review', reviewInput, { hits })
      const [reviewed, copies] = [[...hits], hits.map(copyHit)]
      const reviews = reviewAll(copies, await readEntries(decisionLog), fourEyes)
      return reviewed.flatMap((hit, index) => {
        const review = reviews[index]
        return review === undefined ? [] : { ...review, hit }
      })
    },
    history: async key => (await readEntries(decisionLog)).filter(entry => entry.details?.key === key),
    export: () => readEntries(decisionLog),
    head: async () => lastEntryId(await readEntries(decisionLog)),
    verify: async ({ head } = {}) => verifyLog(decisionLog, head),
  }
}

/** Copies a proposal or an approval, because the caller may change it while the log is read. */
function copyDecidable<Input extends Proposal | Approval>(decidable: Input): Input {
  return { ...decidable, hit: copyHit(decidable.hit) }
}

/** Copies the fields of a hit that are compared or stored. */
function copyHit({ key, content, isReadable, party }: DecidableHit): DecidableHit {
  return { key, content, isReadable, party: party && { name: party.name } }
}

function draftProposal(proposal: Proposal, standing: Standing, fourEyes: boolean): DecisionDraft | string {
  const { hit, by, reason, verdict, until = null, evidence = null } = proposal
  const earlier = standing.proposal
  if (earlier !== null && findReopenReasons(hit, earlier, fourEyes).length === 0)
    return `${earlier.by} has proposed ${earlier.verdict} already`
  const partyName = hit.party?.name ?? null
  return {
    action: 'propose',
    by,
    verdict,
    until,
    details: { content: hit.content, reason, evidence, partyName },
  }
}

function draftApproval(
  approval: Approval,
  { proposal }: Standing,
  fourEyes: boolean,
): DecisionDraft | string {
  const { hit, proposal: id, by } = approval
  if (proposal?.id !== id) return 'this proposal is not waiting for approval'
  const [reason] = findReopenReasons(hit, { ...proposal, approvedBy: by }, fourEyes)
  if (reason === 'same_person') return `${by} proposed it, and somebody else must approve it`
  if (reason !== undefined) return `the proposal no longer holds (${reason})`
  return { action: 'approve', by, entryIds: [id] }
}

/** @param head the `id` of an entry that must exist. */
async function verifyLog(log: DecisionLog, head: string | undefined) {
  try {
    const entries = await readEntries(log)
    if (head !== undefined && !entries.some(({ id }) => id === head))
      throw new DamagedJournalError('the entry of this head is gone: entries were removed or rewritten')
    return { isValid: true, entries: entries.length, head: lastEntryId(entries), problem: null }
  } catch (error) {
    if (!(error instanceof DamagedJournalError)) throw error
    return { isValid: false, entries: 0, head: null, problem: error.message }
  }
}
