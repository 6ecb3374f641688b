import { listHits } from '../../src/network/list-hits.ts'
import { type DecisionEntry, verdicts } from '../../src/portfolio/decisions/decision-entry.ts'
import { DecisionRefusedError } from '../../src/portfolio/decisions/decision-log.ts'
import type { Decisions } from '../../src/portfolio/decisions/decisions.ts'
import type { DecidableHit } from '../../src/portfolio/decisions/review-hits.ts'
import { connectClient, findBaseUrl } from '../connection/connect.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { parseChoice } from '../definition/flags.ts'
import { numberFlags, readEntityArgument } from '../entities/entity-argument.ts'
import { exit, UsageError } from '../failure.ts'
import { findListEntity, loadNetwork } from '../network/load-network.ts'
import { entityOfKey, hitHandle, isHandle, logFlag, withDecisions } from './journal.ts'

const flags = {
  ...logFlag,
  ...numberFlags,
  by: { value: 'NAME', description: 'the person who decides' },
  verdict: {
    value: 'false_positive|true_match|unsure',
    description: 'propose this verdict; a hit about which you are unsure still counts as not decided',
  },
  reason: { value: 'TEXT', description: 'the reason for the decision' },
  until: {
    value: 'DATE',
    description: 'last day of the decision, YYYY-MM-DD; required for false_positive',
  },
  evidence: { value: 'HASH', description: 'SHA-256 of the evidence on file' },
  approve: { value: 'PROPOSAL', description: 'approve this proposal' },
  withdraw: { description: 'withdraw the decision and any proposal' },
  erase: { description: 'erase all entries about the hit, for good' },
}

type DecideCall = CommandCall<keyof typeof flags>

const actions = ['verdict', 'approve', 'withdraw', 'erase'] as const

export const decideCommand = defineCommand({
  name: 'decide',
  usage: 'ID|NAME HIT --log LOG --by NAME [flags]',
  about: `Decides whether a hit is about the party. One person proposes a verdict, and another one approves it. hits ID --log LOG shows HIT, and PROPOSAL in the column STATE. The first proposal starts a log that does not exist, and says so. Nobody is authenticated: --by is recorded as given.`,
  flags,
  expects: null,
  examples: [
    'decide $ID $HIT --log d.log --by ada \\\n    --verdict false_positive --reason "Born in 1990" --until 2099-12-31',
    'decide $ID $HIT --log d.log --by bo --approve $PROPOSAL',
    "decide $HIT --log d.log --by bo --approve $PROPOSAL \\\n    --reference customers.csv --number 1072 --number-column 'Customer no'",
  ],
  async run(call) {
    const [action, ...others] = actions.filter(name => call.flags.has(name))
    if (action === undefined || others.length > 0)
      throw new UsageError('decide expects one of --verdict, --approve, --withdraw and --erase')
    const [handle, positionals] = [call.positionals.at(-1), call.positionals.slice(0, -1)]
    if (!handle || positionals.length !== (call.flags.has('number') ? 0 : 1))
      throw new UsageError('decide expects ID and HIT, or HIT and --number; a name may stand in place of ID')
    if (isHandle(positionals[0] ?? '') && !isHandle(handle))
      throw new UsageError(`decide expects ID before HIT: decide ${handle} ${positionals[0]}`)
    const by = requireFlag(call, 'by')
    const log = call.flags.text('log')
    const applyAction = async (decisions: Decisions): Promise<Decided> => {
      if (action === 'withdraw' || action === 'erase') {
        const reason = requireFlag(call, 'reason')
        const key = await findKey(decisions, handle)
        const entity = { id: entityOfKey(key), name: await confirmEntity(call, positionals, key, handle) }
        return { entity, entry: await decisions[action]({ key, by, reason }) }
      }
      const { hit, entity } = await findHit(call, positionals, handle)
      if (action === 'approve') {
        const proposal = await findProposal(call, decisions, hit)
        return { entity, entry: await decisions.approve({ hit, proposal, by }) }
      }
      const verdict = parseChoice('--verdict', call.flags.text('verdict') ?? '', verdicts)
      const [until, evidence] = [call.flags.text('until'), call.flags.text('evidence')]
      const reason = requireFlag(call, 'reason')
      const proposal = { hit, verdict, reason, by, until, evidence }
      return { entity, entry: await decisions.propose(proposal).catch(adviseOnProposal) }
    }
    // Only a proposal can be the first entry of a log.
    const mustExist = action !== 'verdict'
    const { entity, entry } = await withDecisions(log, applyAction, { mustExist, onCreate: call.hint })
    const { id, name } = entity
    if (call.isJson) await call.output.json({ ...entry, entity: id, name })
    else
      await call.output.line(describeLogEntry(entry, `${handle} of ${name === null ? id : `${name}, ${id}`}`))
    return exit.done
  },
})

/** An entry of the log, and the entity of its hit. */
interface Decided {
  readonly entry: DecisionEntry
  /** @prop name null if it is unknown. */
  readonly entity: { readonly id: string; readonly name: string | null }
}

function requireFlag({ flags: commandFlags }: DecideCall, name: 'by' | 'reason'): string {
  const text = commandFlags.text(name)
  if (text === undefined) throw new UsageError(`--${name} ${flags[name].value} is required`)
  return text
}

/** If another proposal waits, adds what can be done about it. @throws always. */
function adviseOnProposal(error: unknown): never {
  if (!(error instanceof DecisionRefusedError) || error.standing.proposal === null) throw error
  const id = error.standing.proposal.id.slice(0, 12)
  const advice = `another person approves it with --approve ${id}, or --withdraw takes it back`
  throw new DecisionRefusedError(`${error.message}: ${advice}`, error.standing)
}

async function findHit(call: DecideCall, positionals: readonly string[], handle: string) {
  const options = { positionals, needsRoot: false, warns: false }
  const { id, network, entity, doubts } = await loadNetwork(call, options)
  for (const doubt of doubts) call.output.note(`warning: ${id}: ${doubt}`)
  const hit = listHits(network, { entity: id }).find(({ key }) => hitHandle(key) === handle)
  const root = network.nodes.find(node => node.id === network.rootId)
  if (hit !== undefined) return { hit, entity: { id, name: entity?.name ?? root?.name ?? null } }
  throw new UsageError(`this entity has no hit "${handle}"; entity-screening hits ${id} lists its hits`)
}

/**
 * Makes sure that a hit of the log is in the network of the entity that the command line names. The service is only read to find a
 * name, because the entity itself may have disappeared.
 *
 * @returns the entity's name; null if it is unknown.
 * @throws UsageError if the hit is of another entity.
 */
async function confirmEntity(
  call: DecideCall,
  positionals: readonly string[],
  key: string,
  handle: string,
): Promise<string | null> {
  const argument = await readEntityArgument(call, positionals)
  const [id, text] = [entityOfKey(key), argument.kind === 'number' ? argument.id : argument.text]
  if (text === id) return null
  const canBeName = argument.kind === 'id_or_name' && findBaseUrl(call) !== undefined
  const listed = canBeName ? await findListEntity(call, await connectClient(call), argument) : undefined
  if (listed?.entity?.id === id) return listed.entity.name
  throw new UsageError(`"${handle}" is a hit of ${id}, not of ${text}`)
}

async function findProposal({ flags }: DecideCall, decisions: Decisions, hit: DecidableHit): Promise<string> {
  const name = flags.text('approve') ?? ''
  const [review] = await decisions.review([hit])
  const id = review?.proposal?.id ?? ''
  if (name.length >= 8 && id.startsWith(name)) return id
  const openProposal = id === '' ? '; hits ID --log LOG shows its state' : `, but ${id.slice(0, 12)}`
  throw new UsageError(`--approve: this hit has no open proposal "${name}"${openProposal}`)
}

/**
 * Finds the key of the hit with this handle. Searches the decisions, because the hit itself may have disappeared from the
 * network.
 */
async function findKey(decisions: Decisions, handle: string): Promise<string> {
  const entries = await decisions.export()
  const key = entries.flatMap(({ details }) => details?.key ?? []).find(key => hitHandle(key) === handle)
  if (key !== undefined) return key
  throw new UsageError(`there is no decision about a hit "${handle}"`)
}

function describeLogEntry({ action, id, verdict }: DecisionEntry, hit: string): string {
  if (action === 'propose')
    return `Proposed: ${hit} is ${verdict?.replace('_', ' ')}. Another person approves it with --approve ${id.slice(0, 12)}`
  return `${{ approve: 'Approved', withdraw: 'Withdrawn', erase: 'Erased' }[action]}: ${hit}`
}
