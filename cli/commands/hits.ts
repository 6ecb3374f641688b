import type { Entity } from '../../src/model/entity.ts'
import type { Network } from '../../src/model/network.ts'
import { type Hit, hitsOf } from '../../src/network/hits.ts'
import type { Decisions } from '../../src/portfolio/decisions/decisions.ts'
import type { Review } from '../../src/portfolio/decisions/review.ts'
import { wholeList } from '../../src/resources/team.ts'
import { connect } from '../connection/connect.ts'
import { handleOf, journalFlag, stateOf, withDecisions } from '../decide/journal.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { exampleId } from '../definition/help.ts'
import { type ExitStatus, exit, UsageError } from '../failure.ts'
import { describeUnknown, hitColumns } from '../network/hits.ts'
import { loadNetwork, screeningDoubts } from '../network/load.ts'
import { writeRows } from '../output/rows.ts'
import type { Column } from '../output/table.ts'
import { countOf } from '../output/text.ts'

const flags = {
  all: { says: 'list the hits of every entity of the team' },
  csv: { says: 'print CSV' },
  ...journalFlag,
}

type HitsCall = CommandCall<keyof typeof flags>

/** A hit of an entity, and what was decided about it; null without a journal. */
interface Row {
  readonly id: string
  readonly entity: string
  readonly hit: Hit
  readonly review: Review | null
}

export const command = defineCommand({
  name: 'hits',
  usage: 'ID | --all [flags]',
  about: `Lists the hits in the network of an entity, or of the whole team: sanctions, PEP (politically exposed person) and adverse media entries, and fields that may be one. decide takes the name in the column HIT. With --journal, STATE shows the decision. No hits is not clearance: warnings on stderr name each entity whose screening has no result, and whatever else may hide a hit.`,
  flags,
  exits: {
    [exit.inPart]: 'in doubt: more may be hits; with --journal: a hit is not decided',
  },
  examples: [
    `hits ${exampleId}`,
    `hits ${exampleId} --journal decisions.journal`,
    'hits --all --csv > hits.csv',
  ],
  takes: null,
  run(call) {
    const isAll = call.flags.has('all')
    if (isAll === call.positionals.length > 0 || call.positionals.length > 1)
      throw new UsageError('hits expects either one ID or --all')
    const journal = call.flags.text('journal')
    return journal === undefined
      ? write(call, null)
      : withDecisions(journal, decisions => write(call, decisions))
  },
})

async function write(call: HitsCall, decisions: Decisions | null): Promise<ExitStatus> {
  const { output, hint, isJson, format } = call
  let [open, doubtful, entities] = [0, 0, 0]
  async function* rows(): AsyncGenerator<Row> {
    for await (const [entity, network, listed] of networksOf(call)) {
      entities += 1
      const hits = hitsOf(network, { entity })
      const doubts = [...screeningDoubts(listed), ...describeUnknown(network, hits)]
      if (doubts.length > 0) {
        doubtful += 1
        output.note(`warning: ${entity}: ${doubts.join(' ')}`)
      }
      const reviews = await decisions?.review(hits)
      for (const [at, hit] of hits.entries()) {
        const review = reviews?.[at] ?? null
        if (review !== null && review.state !== 'decided') open += 1
        yield { id: handleOf(hit.key), entity, hit, review }
      }
    }
  }
  const table = decisions === null ? columns : [...columns, stateColumn]
  const csv = table.map(column => ({ ...column, heading: column.heading.toLowerCase() }))
  const count = await writeRows(output, rows(), format === 'csv' ? csv : table, isJson ? 'lines' : format)
  const decided = decisions === null ? '' : `, ${open} not decided`
  const read = countOf(entities, 'entity', 'entities') + (doubtful === 0 ? '' : `; ${doubtful} in doubt`)
  if (!isJson)
    hint(`${countOf(count, 'hit', 'hits')}${decided}, in the networks of ${read}. No hits is not clearance.`)
  return open + doubtful > 0 ? exit.inPart : exit.done
}

async function* networksOf(
  call: HitsCall,
): AsyncGenerator<[id: string, Network, entity: Entity | undefined]> {
  const { signal, output, argument: id } = call
  if (!call.flags.has('all')) {
    const { network, entity } = await loadNetwork(call, { needsRoot: false, warns: false })
    return yield [id, network, entity]
  }
  const client = await connect(call)
  for await (const entity of wholeList(client.entities, { signal }))
    yield [entity.id, output.redacted(await client.entities.network(entity.id, { signal })), entity]
}

const columns: readonly Column<Row>[] = [
  { heading: 'ENTITY', cell: ({ entity }) => entity, isOptional: true },
  { heading: 'HIT', cell: ({ id }) => id },
  ...hitColumns,
]

const stateColumn: Column<Row> = { heading: 'STATE', cell: ({ review }) => review && stateOf(review) }
