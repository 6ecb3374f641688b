import type { DecisionEntry } from '../../src/portfolio/decisions/decision-log.ts'
import type { Decisions } from '../../src/portfolio/decisions/decisions.ts'
import {
  type DecidableHit,
  type Decision,
  findStandings,
  type Review,
  type Standing,
} from '../../src/portfolio/decisions/review-hits.ts'
import { decodeJson } from '../../src/shared/json.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { type CommandCall, defineCommand, localFlags } from '../definition/command.ts'
import { parseChoice } from '../definition/flags.ts'
import { createReferenceColumns, readReference, referenceFlags } from '../entities/reference.ts'
import { type ExitStatus, exit, UsageError } from '../failure.ts'
import { writeRows } from '../output/rows.ts'
import type { TableColumn } from '../output/table.ts'
import { describeState, hitHandle, logFlag, withDecisions } from './journal.ts'

const flags = {
  ...logFlag,
  ...referenceFlags,
  head: { value: 'HASH', description: 'verify: the head that you kept elsewhere' },
}

type DecisionsCall = CommandCall<keyof typeof flags>

const actionNames = ['list', 'verify', 'export'] as const

export const decisionsCommand = defineCommand({
  name: 'decisions',
  usage: 'list|verify|export --log LOG [flags]',
  about: `decisions list shows decisions and open proposals.
decisions verify checks that no entry was changed or removed, up to a head that you kept elsewhere, and prints the head.
decisions export prints all entries as JSON lines.`,
  flags,
  shared: localFlags,
  expects: 'list, verify or export',
  words: actionNames,
  exits: {
    [exit.failed]: 'failed; verify: an entry was changed or removed',
    [exit.inPart]: 'list: a proposal is open, or a decision no longer holds',
  },
  examples: ['decisions list --log decisions.log', 'decisions verify --log decisions.log --head 5f0c…'],
  run(call) {
    const action = parseChoice('decisions', call.argument, actionNames)
    const runAction = actions[action]
    if (action !== 'verify' && call.flags.has('head')) throw new UsageError('--head is for decisions verify')
    const listFlag = (['reference', 'column'] as const).find(flag => call.flags.has(flag))
    if (action !== 'list' && listFlag !== undefined)
      throw new UsageError(`--${listFlag} is for decisions list`)
    return withDecisions(call.flags.text('log'), decisions => runAction(call, decisions), {
      mustExist: true,
    })
  },
})

const actions = {
  async list({ output, isJson, hint, flags }: DecisionsCall, ledger: Decisions): Promise<ExitStatus> {
    const reference = await readReference(flags)
    const entries = await ledger.export()
    const latestHits = Array.from(findStandings(entries), ([key, standing]) =>
      findLatest(key, standing, entries),
    )
    const rows = await ledger.review(latestHits.flatMap(hit => hit ?? []))
    const open = rows.filter(({ state }) => state !== 'decided').length
    const [idColumn, ...otherColumns] = columns
    const table = [idColumn, ...createReferenceColumns(reference, entityOf), ...otherColumns]
    const items =
      reference === null ? rows : rows.map(row => ({ ...row, reference: reference.find(entityOf(row)) }))
    await writeRows(output, items, table, isJson ? 'json' : 'table')
    if (!isJson) hint(`${countOf(rows.length, 'hit', 'hits')}, ${open} not decided`)
    return open > 0 ? exit.inPart : exit.done
  },
  async verify({ output, isJson, flags }: DecisionsCall, decisions: Decisions): Promise<ExitStatus> {
    const verification = await decisions.verify({ head: flags.text('head') })
    const { isValid, entries, head, problem } = verification
    const entryCount = countOf(entries, 'entry fits', 'entries fit')
    if (isJson) await output.json(verification)
    else
      await output.line(
        isValid
          ? `${entryCount} together. Keep the head elsewhere: ${head ?? '(none)'}`
          : `Not valid: ${problem}`,
      )
    return isValid ? exit.done : exit.failed
  },
  async export({ output }: DecisionsCall, decisions: Decisions): Promise<ExitStatus> {
    for (const entry of await decisions.export()) await output.json(entry)
    return exit.done
  },
}

/**
 * A hit as the command lists it: with its proposal or decision, or, if a decision was withdrawn, with who withdrew it and why.
 */
type ListedHit = DecidableHit & Pick<Decision, 'by' | 'approvedBy' | 'reason'>

function findLatest(
  key: string,
  { proposal, decision, isWithdrawn }: Standing,
  entries: readonly DecisionEntry[],
): ListedHit | undefined {
  const decidable = { key, isReadable: true }
  const latest = proposal ?? decision
  if (latest !== null) return { ...latest, ...decidable }
  const last = isWithdrawn ? entries.findLast(({ details }) => details?.key === key) : undefined
  return (
    last && { ...decidable, content: '', by: last.by, approvedBy: null, reason: last.details?.reason ?? '' }
  )
}

/**
 * Returns the parts of a hit's key: the entity, the kind of hit, and the sorted words of the party's name. A decision log
 * contains no other fields of a hit.
 */
const parseKey = (key: string): readonly unknown[] => [decodeJson(key)].flat()

const entityOf = ({ hit }: Review<ListedHit>): string => String(parseKey(hit.key)[0])

const columns: readonly [TableColumn<Review<ListedHit>>, ...TableColumn<Review<ListedHit>>[]] = [
  { heading: 'ENTITY', cell: entityOf, isOptional: true },
  { heading: 'HIT', cell: ({ hit }) => hitHandle(hit.key) },
  { heading: 'PARTY', cell: ({ hit }) => parseKey(hit.key)[2], isName: true },
  { heading: 'STATE', cell: describeState },
  { heading: 'BY', cell: ({ hit }) => [hit.by, hit.approvedBy].filter(Boolean).join(', ') },
  { heading: 'REASON', cell: ({ hit }) => hit.reason, isFlexible: true },
]
