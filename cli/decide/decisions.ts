import type { DecisionEntry } from '../../src/portfolio/decisions/decision-entry.ts'
import type { Decisions } from '../../src/portfolio/decisions/decisions.ts'
import {
  type DecidableHit,
  type Decision,
  findStandings,
  type Review,
  type Standing,
} from '../../src/portfolio/decisions/review-hits.ts'
import { streamCompleteList } from '../../src/resources/stream-entities.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { connectClient, findBaseUrl } from '../connection/connect.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { parseChoice } from '../definition/flags.ts'
import {
  createReferenceColumns,
  type Reference,
  readReference,
  referenceFlags,
} from '../entities/reference.ts'
import { describeFailure, type ExitStatus, exit, UsageError } from '../failure.ts'
import { writeRows } from '../output/rows.ts'
import type { TableColumn } from '../output/table.ts'
import {
  describeState,
  entityOfKey,
  hasVerdict,
  hitHandle,
  logFlag,
  parseHitKey,
  withDecisions,
} from './journal.ts'

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
  about: `decisions list shows decisions and open proposals; with a base URL, also the names of the entities, from the team's list.
decisions verify checks that no entry was changed or removed, up to a head that you kept elsewhere, and prints the head.
decisions export prints all entries as JSON lines.`,
  flags,
  expects: 'list, verify or export',
  exits: {
    [exit.failed]: 'failed; verify: an entry was changed or removed',
    [exit.inPart]: 'list: a proposal is open or unsure, or a decision no longer holds',
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
  async list(call: DecisionsCall, ledger: Decisions): Promise<ExitStatus> {
    const { output, isJson, hint, flags } = call
    const reference = await readReference(flags)
    const reviews = await reviewListedHits(ledger)
    const names = await readEntityNames(call, new Set(reviews.map(entityOf)))
    const rows = reviews.map((review): DecisionRow => {
      const entity = entityOf(review)
      const row = { entity, name: names?.get(entity) ?? null, ...review }
      return reference === null ? row : { ...row, reference: reference.find(entity) }
    })
    const table = [
      idColumn,
      ...(names === null ? [] : [nameColumn]),
      ...createReferenceColumns(reference, entityOf),
      ...columns,
    ]
    await writeRows(output, rows, table, isJson ? 'json' : 'table')
    const open = rows.filter(row => !hasVerdict(row)).length
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
type ListedHit = DecidableHit & Pick<Decision, 'by' | 'approvedBy' | 'reason' | 'partyName'>

interface DecisionRow extends Review<ListedHit> {
  readonly entity: string
  /** The entity's name in the team's list; null if it is unknown. */
  readonly name: string | null
  /** The columns of the `--reference` file; undefined if the flag is not set. */
  readonly reference?: ReturnType<Reference['find']>
}

/** Reviews the hits of the log that have a proposal, a decision or a withdrawn decision. */
async function reviewListedHits(ledger: Decisions): Promise<Review<ListedHit>[]> {
  const entries = await ledger.export()
  const latestHits = Array.from(findStandings(entries), ([key, standing]) =>
    findLatest(key, standing, entries),
  )
  return ledger.review(latestHits.flatMap(hit => hit ?? []))
}

function findLatest(
  key: string,
  { proposal, decision, isWithdrawn }: Standing,
  entries: readonly DecisionEntry[],
): ListedHit | undefined {
  const decidable = { key, isReadable: true }
  const latest = proposal ?? decision
  if (latest !== null) return { ...latest, ...decidable }
  const ofKey = entries.filter(({ details }) => details?.key === key)
  const last = isWithdrawn ? ofKey.at(-1) : undefined
  const partyName = ofKey.findLast(({ details }) => details?.partyName)?.details?.partyName ?? null
  const reason = last?.details?.reason ?? ''
  return last && { ...decidable, content: '', by: last.by, approvedBy: null, reason, partyName }
}

const entityOf = ({ hit }: Review<ListedHit>): string => entityOfKey(hit.key)

/**
 * Reads the names of entities from the team's list. Returns null if the list cannot be read, or if there is no base URL, because
 * a decision log can be read without the service.
 */
async function readEntityNames(
  call: DecisionsCall,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string> | null> {
  if (ids.size === 0 || findBaseUrl(call) === undefined) return null
  const names = new Map<string, string>()
  try {
    const client = await connectClient(call)
    for await (const { id, name } of streamCompleteList(client.entities, { signal: call.signal })) {
      if (ids.has(id)) names.set(id, name)
      if (names.size === ids.size) break
    }
    return names
  } catch (error) {
    if (call.signal.aborted) throw error
    call.output.note(`warning: the names of entities are missing: ${describeFailure(error)}`)
    return null
  }
}

const idColumn: TableColumn<DecisionRow> = {
  heading: 'ENTITY',
  cell: ({ entity }) => entity,
  isOptional: true,
}
const nameColumn: TableColumn<DecisionRow> = { heading: 'NAME', cell: ({ name }) => name, isName: true }

const columns: readonly TableColumn<DecisionRow>[] = [
  { heading: 'HIT', cell: ({ hit }) => hitHandle(hit.key) },
  { heading: 'PARTY', cell: ({ hit }) => hit.partyName ?? parseHitKey(hit.key)[2], isName: true },
  { heading: 'STATE', cell: describeState },
  { heading: 'BY', cell: ({ hit }) => [hit.by, hit.approvedBy].filter(Boolean).join(', ') },
  { heading: 'REASON', cell: ({ hit }) => hit.reason, isFlexible: true },
]
