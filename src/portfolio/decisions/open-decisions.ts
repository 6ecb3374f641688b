import * as z from 'zod/mini'
import { calendarDate, text } from '../../contract/text.ts'
import { check } from '../../transport/check.ts'
import { invalidInput } from '../../transport/create-error.ts'
import { hasMethods } from '../../transport/options/resolve.ts'
import { functionOption } from '../../transport/options/schemas.ts'
import { DamagedJournalError } from '../journal/journal.ts'
import type { DecisionOptions, Decisions } from './decisions.ts'
import { type DecisionEntry, type Said, verdicts } from './entries.ts'
import { type DecisionsJournal, openLedger } from './ledger.ts'
import { DecisionRefusedError } from './refused-error.ts'
import { isSamePerson, reviewAll, whyNot } from './review.ts'
import { nothing, type Standing, standingsOf } from './standing.ts'

const hit = z.object({
  key: text,
  content: text,
  isReadable: z.literal(true, 'must be true: nobody can decide about what cannot be read'),
  isUnique: z.literal(true, 'must be true: two hits with one key cannot be told apart'),
})
const proposalInput = z
  .strictObject({
    hit,
    verdict: z.enum(verdicts),
    reason: text,
    by: text,
    until: z.optional(calendarDate),
    evidence: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be the sha256 of a record'))),
  })
  .check(
    z.refine(({ verdict, until }) => verdict !== 'false_positive' || until !== undefined, {
      path: ['until'],
      error: 'must be the last day of a false positive',
    }),
  )
const approvalInput = z.strictObject({ hit, proposal: text, by: text })
const withdrawalInput = z.strictObject({ key: text, by: text, reason: text })
const input = z.strictObject({
  journal: z.unknown().check(z.refine(isJournal, 'must be the name of a file, or a store of journals')),
  options: z.strictObject({ fourEyes: z.optional(z.boolean()), now: functionOption }),
})

function isJournal(given: unknown): boolean {
  return typeof given === 'string' ? given.trim() !== '' : hasMethods(given, 'open', 'inspect')
}

/** What an entry says; when it is written is added. */
type Draft = Pick<DecisionEntry, 'action' | 'by' | 'said'> &
  Partial<Pick<DecisionEntry, 'verdict' | 'until' | 'of'>>

/** A draft, or why there is none. */
type Drafting = (standing: Standing, entries: readonly DecisionEntry[]) => Draft | string

/**
 * Opens the ledger of decisions about hits: who said that a hit is a false positive or a true match, who approved it, and until
 * when it holds. In a file or in Postgres several processes can use it at once: each change takes the journal for a moment.
 *
 * @param journal - The name of a SQLite file (Node, Deno, Bun), or a store such as `postgresJournals({ query })`, whose journal
 * `decisions` it uses.
 * @throws InputValidationError (`invalid_input`) for a wrong journal or option. Methods throw an `Error` if the journal was changed by other
 * means.
 * @example
 * const decisions = openDecisions('screening.journal')
 * const { id: proposal } = await decisions.propose({
 *   hit,
 *   verdict: 'false_positive',
 *   reason: 'The listed person was born in 1961, ours in 1990',
 *   by: 'ada@example.com',
 *   until: '2099-12-31',
 * })
 * await decisions.approve({ hit, proposal, by: 'bo@example.com' })
 */
export function openDecisions(journal: DecisionsJournal, options: DecisionOptions = {}): Decisions {
  const { fourEyes = true, now = () => new Date() } = check('openDecisions', input, {
    journal,
    options,
  }).options
  const ledger = openLedger(journal)

  /** Adds what is drafted from what stands, or refuses it with the words of the draft. */
  function add(key: string, draft: Drafting): Promise<DecisionEntry> {
    return ledger.add(entries => {
      const standing = standingsOf(entries).get(key) ?? nothing
      const drafted = draft(standing, entries)
      if (typeof drafted === 'string') throw new DecisionRefusedError(drafted, standing)
      return { verdict: null, until: null, of: [], ...drafted, at: moment() }
    })
  }

  /** @throws RangeError for a moment that no entry can have: days are compared as texts. */
  function moment(): string {
    const date = now()
    const year = date.getUTCFullYear()
    if (!(year >= 1 && year <= 9999)) throw new RangeError('now must return a date of the years 1 to 9999')
    return date.toISOString()
  }

  function today(): string {
    return moment().slice(0, 10)
  }

  return {
    async propose(given) {
      const {
        hit,
        verdict,
        reason,
        by,
        until = null,
        evidence = null,
      } = check('decisions.propose', proposalInput, given)
      const { key, content } = hit
      if (until !== null && until < today())
        throw invalidInput('decisions.propose', [
          { path: ['until'], message: `must not be before ${today()}` },
        ])
      return add(key, standing => {
        const { proposal } = standing
        if (proposal !== null && whyNot(hit, proposal, today()).length === 0)
          return `${proposal.by} has proposed ${proposal.verdict} already`
        return { action: 'propose', by, verdict, until, said: { key, content, reason, evidence } }
      })
    },
    async approve(given) {
      const { hit, proposal: id, by } = check('decisions.approve', approvalInput, given)
      return add(hit.key, standing => {
        const { proposal } = standing
        if (proposal?.id !== id) return 'this proposal is not waiting for approval'
        const [reason] = whyNot(hit, proposal, today())
        if (reason !== undefined) return `the proposal no longer holds (${reason})`
        if (fourEyes && isSamePerson(by, proposal.by))
          return `${by} proposed it, and somebody else must approve it`
        return { action: 'approve', by, of: [id], said: said(hit.key, null) }
      })
    },
    async withdraw(given) {
      const { key, by, reason } = check('decisions.withdraw', withdrawalInput, given)
      return add(key, standing => {
        const of = [standing.proposal, standing.decision].flatMap(one => one?.id ?? [])
        if (of.length === 0) return 'there is nothing to withdraw'
        return { action: 'withdraw', by, of, said: said(key, reason) }
      })
    },
    async erase(given) {
      const { key, by, reason } = check('decisions.erase', withdrawalInput, given)
      return add(key, (_, entries) => {
        const of = entries.filter(entry => isAbout(entry, key)).map(({ id }) => id)
        if (of.length === 0) return 'nothing was said about this hit'
        return { action: 'erase', by, of, said: said('', reason) }
      })
    },
    review: async hits =>
      reviewAll(hits, standingsOf((await ledger.read()).entries), { today: today(), fourEyes }),
    history: async key => (await ledger.read()).entries.filter(entry => isAbout(entry, key)),
    export: async () => (await ledger.read()).entries,
    head: async () => (await ledger.read()).head,
    async verify(kept = {}) {
      try {
        const { entries, head } = await ledger.read()
        if (kept.head !== undefined && !entries.some(({ id }) => id === kept.head))
          throw new DamagedJournalError(
            'the entry of this head is not there: entries were removed or written anew',
          )
        return { isValid: true, entries: entries.length, head, problem: null }
      } catch (error) {
        if (!(error instanceof DamagedJournalError)) throw error
        return { isValid: false, entries: 0, head: null, problem: error.message }
      }
    },
  }
}

function said(key: string, reason: string | null): Said {
  return { key, content: null, reason, evidence: null }
}

function isAbout({ said }: DecisionEntry, key: string): boolean {
  return said !== null && said.key === key
}
