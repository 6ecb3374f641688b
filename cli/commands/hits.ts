import { type Hit, listHits } from '../../src/network/list-hits.ts'
import type { Decisions } from '../../src/portfolio/decisions/decisions.ts'
import type { Review } from '../../src/portfolio/decisions/review-hits.ts'
import { streamCompleteList } from '../../src/resources/stream-entities.ts'
import { isSameName } from '../../src/shared/names/fold-name.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { quoteForShell } from '../../src/shared/text/quote-for-shell.ts'
import { connectClient } from '../connection/connect.ts'
import {
  describeState,
  hasVerdict,
  hitHandle,
  listEntitiesOfLog,
  logFlag,
  withDecisions,
} from '../decide/journal.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { exampleId } from '../definition/help.ts'
import { numberFlags } from '../entities/entity-argument.ts'
import { noteMissingEntities, noteRowsWithoutEntity, noteUnreferenced } from '../entities/note-missing.ts'
import {
  createReferenceColumns,
  type Reference,
  readReference,
  referenceFlags,
} from '../entities/reference.ts'
import { type ExitStatus, exit, UsageError } from '../failure.ts'
import { describeUnknown, hitColumns } from '../network/hits.ts'
import { loadNetwork, screeningDoubts } from '../network/load-network.ts'
import { writeRows } from '../output/rows.ts'
import type { TableColumn } from '../output/table.ts'

const flags = {
  all: { description: 'list the hits of every entity of the team' },
  csv: { description: 'print CSV' },
  ...referenceFlags,
  number: numberFlags.number,
  'number-column': numberFlags['number-column'],
  ...logFlag,
}

type HitsCall = CommandCall<keyof typeof flags>

/** A hit in the network of an entity, and its review; the review is null if there is no decision log. */
interface HitRow {
  readonly id: string
  readonly entity: string
  /** The entity's name; null if it is unknown. */
  readonly name: string | null
  readonly hit: Hit
  readonly review: Review | null
  /** The columns of the `--reference` file; undefined if the flag is not set. */
  readonly reference?: ReturnType<Reference['find']>
}

interface HitCounts {
  /** The IDs of the entities whose networks were read. */
  readonly entityIds: Set<string>
  /** The IDs of the entities with hits. */
  readonly idsWithHits: Set<string>
  /** Number of entities without a screening result, or with a network that may hide a hit. */
  doubtful: number
  /** Number of hits without a valid decision in the decision log; 0 if there is no log. */
  undecided: number
  /** The first hit to decide about; null if there is none. */
  firstUndecided: HitRow | null
}

export const hitsCommand = defineCommand({
  name: 'hits',
  usage: 'ID|NAME | --all [flags]',
  about: `Lists the hits in the network of an entity, or of the whole team: sanctions, PEP (politically exposed person) and adverse media entries, and fields that may be one. decide takes the name in the column HIT. With --log, STATE shows the decision. No hits is not clearance: warnings on stderr name each entity whose screening has no result, and whatever else may hide a hit.`,
  flags,
  exits: {
    [exit.inPart]: 'in doubt, or entities are missing; with --log: a hit is not decided',
  },
  examples: [
    `hits ${exampleId}`,
    `hits ${exampleId} --log decisions.log`,
    'hits --all --csv > hits.csv',
    'hits --all --reference results.csv --column customer_no',
  ],
  expects: null,
  async run(call) {
    const isNumbered = call.flags.has('number')
    const named = call.positionals.length + (isNumbered ? 1 : 0) + (call.flags.has('all') ? 1 : 0)
    if (named !== 1) throw new UsageError('hits expects one ID or name, --number, or --all')
    const log = call.flags.text('log')
    const needsColumns = !isNumbered || call.flags.has('column')
    const reference = needsColumns ? await readReference(call.flags) : null
    return log === undefined
      ? printHits(call, null, reference)
      : withDecisions(log, decisions => printHits(call, decisions, reference), { mustExist: true })
  },
})

async function printHits(
  call: HitsCall,
  decisions: Decisions | null,
  reference: Reference | null,
): Promise<ExitStatus> {
  const { output, hint, isJson, format } = call
  const counts: HitCounts = {
    entityIds: new Set(),
    idsWithHits: new Set(),
    doubtful: 0,
    undecided: 0,
    firstUndecided: null,
  }
  const isCsv = format === 'csv'
  const withHeadings = (own: readonly TableColumn<HitRow>[]) =>
    isCsv ? own.map(column => ({ ...column, heading: column.heading.toLowerCase() })) : own
  const table = [
    // A table for a single entity needs no name column.
    ...withHeadings([idColumn, ...(call.flags.has('all') || isCsv ? [nameColumn] : [])]),
    ...createReferenceColumns(reference, ({ entity }: HitRow) => entity),
    ...withHeadings([...columns, ...(decisions === null ? [] : [stateColumn])]),
  ]
  const rows = generateRows(call, decisions, counts)
  const items = isJson && reference !== null ? addReference(rows, reference) : rows
  const hits = await writeRows(output, items, table, isJson ? 'lines' : format, reference?.style)
  noteUnreferenced(output, reference, counts.idsWithHits)
  const isComplete = await noteMissingInTeam(call, decisions, reference, counts)
  if (!isJson) hint(summarizeHits(hits, counts, decisions !== null))
  if (format === 'table' && output.width !== null && counts.firstUndecided !== null)
    hint(composeDecide(counts.firstUndecided, call))
  return counts.undecided + counts.doubtful > 0 || !isComplete ? exit.inPart : exit.done
}

/**
 * With `--all`, prints a warning about the entities of the reference file and of the decision log that the team lacks, and about
 * customers without an entity. Returns whether there are none.
 */
async function noteMissingInTeam(
  { flags: commandFlags, output }: HitsCall,
  decisions: Decisions | null,
  reference: Reference | null,
  { entityIds }: HitCounts,
): Promise<boolean> {
  // If stdout is no longer read, the list was not read to its end.
  if (!commandFlags.has('all') || output.unread.aborted) return true
  const warnings = []
  if (reference !== null)
    warnings.push(
      noteMissingEntities(output, reference.file, reference.ids, entityIds),
      noteRowsWithoutEntity(output, reference),
    )
  if (decisions !== null)
    warnings.push(
      noteMissingEntities(output, 'the decision log', await listEntitiesOfLog(decisions), entityIds),
    )
  return !warnings.includes(true)
}

/** Yields the hits of all networks. Prints a warning for each entity whose screening or hits are unclear, and updates `counts`. */
async function* generateRows(
  call: HitsCall,
  decisions: Decisions | null,
  counts: HitCounts,
): AsyncGenerator<HitRow> {
  for await (const { id: entity, network, entity: listEntity, doubts: numberDoubts } of readNetworksOf(
    call,
  )) {
    counts.entityIds.add(entity)
    const hits = listHits(network, { entity })
    if (hits.length > 0) counts.idsWithHits.add(entity)
    const root = network.nodes.find(node => node.id === network.rootId)
    const name = listEntity?.name ?? root?.name ?? null
    const doubts = [...screeningDoubts(listEntity), ...numberDoubts, ...describeUnknown(network, hits)]
    if (doubts.length > 0) {
      counts.doubtful += 1
      call.output.note(`warning: ${entity}${name === null ? '' : ` (${name})`}: ${doubts.join(' ')}`)
    }
    const reviews = await decisions?.review(hits)
    for (const [position, hit] of hits.entries()) {
      const review = reviews?.[position] ?? null
      const row = { id: hitHandle(hit.key), entity, name, hit, review }
      if (review === null || !hasVerdict(review)) {
        // A hit that cannot be read cannot be decided.
        if (hit.isReadable) counts.firstUndecided ??= row
        if (review !== null) counts.undecided += 1
      }
      yield row
    }
  }
}

async function* addReference(rows: AsyncIterable<HitRow>, reference: Reference): AsyncGenerator<HitRow> {
  for await (const row of rows) yield { ...row, reference: reference.find(row.entity) }
}

function summarizeHits(hits: number, { entityIds, doubtful, undecided }: HitCounts, hasLog: boolean): string {
  const decisionNote = hasLog ? `, ${undecided} not decided` : ''
  const doubtNote = doubtful === 0 ? '' : `; ${doubtful} in doubt`
  const entityCount = countOf(entityIds.size, 'entity', 'entities')
  return `${countOf(hits, 'hit', 'hits')}${decisionNote}, in the networks of ${entityCount}${doubtNote}. No hits is not clearance.`
}

/**
 * Composes the command line that decides about a hit, except for the verdict. It can be pasted into a shell. The command that
 * approves a proposal of the user lacks the name of the other person.
 */
function composeDecide(
  { entity, id, review }: HitRow,
  { flags: commandFlags, environment }: HitsCall,
): string {
  const log = commandFlags.text('log') ?? 'decisions.log'
  const connection = (['base-url', 'key-file'] as const)
    .filter(flag => commandFlags.has(flag))
    .map(flag => ` --${flag} ${quoteWord(commandFlags.text(flag) ?? '')}`)
    .join('')
  const command = `entity-screening decide ${quoteWord(entity)} ${id} --log ${quoteWord(log)}`
  const proposal = review?.proposal ?? null
  if (proposal === null) return `${command} --by "$USER"${connection}`
  const approval = ` --approve ${proposal.id.slice(0, 12)}`
  return isSameName(proposal.by, environment.USER ?? '')
    ? `Somebody other than ${proposal.by} approves it: ${command}${approval}${connection} --by`
    : `${command} --by "$USER"${approval}${connection}`
}

/** Quotes a word of a command line where necessary. An ID comes from the service, so it may contain a command. */
function quoteWord(text: string): string {
  return /^[\w./:@][\w./:@-]*$/.test(text) ? text : quoteForShell(text)
}

type LoadedNetwork = Pick<Awaited<ReturnType<typeof loadNetwork>>, 'id' | 'network' | 'entity' | 'doubts'>

async function* readNetworksOf(call: HitsCall): AsyncGenerator<LoadedNetwork> {
  const { signal, output } = call
  if (!call.flags.has('all'))
    return yield loadNetwork(call, { needsRoot: false, warns: false, hasReferenceColumns: true })
  const client = await connectClient(call)
  for await (const entity of streamCompleteList(client.entities, { signal })) {
    const network = output.redacted(await client.entities.network(entity.id, { signal }))
    yield { id: entity.id, network, entity, doubts: [] }
  }
}

const idColumn: TableColumn<HitRow> = { heading: 'ENTITY', cell: ({ entity }) => entity }
const nameColumn: TableColumn<HitRow> = { heading: 'NAME', cell: ({ name }) => name, isName: true }

const columns: readonly TableColumn<HitRow>[] = [{ heading: 'HIT', cell: ({ id }) => id }, ...hitColumns]

const stateColumn: TableColumn<HitRow> = {
  heading: 'STATE',
  cell: ({ review }) => review && describeState(review),
}
