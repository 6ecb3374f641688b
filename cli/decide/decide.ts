import { listHits } from '../../src/network/list-hits.ts'
import { type DecisionEntry, verdicts } from '../../src/portfolio/decisions/decision-entry.ts'
import type { Decisions } from '../../src/portfolio/decisions/decisions.ts'
import type { DecidableHit } from '../../src/portfolio/decisions/review-hits.ts'
import { connectClient } from '../connection/connect.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { parseChoice } from '../definition/flags.ts'
import { exit, UsageError } from '../failure.ts'
import { hitHandle, logFlag, withDecisions } from './journal.ts'

const flags = {
  ...logFlag,
  by: { value: 'NAME', description: 'the person who decides' },
  verdict: { value: 'false_positive|true_match|unsure', description: 'propose this verdict' },
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
  usage: 'ID HIT --log LOG --by NAME [flags]',
  about: `Decides whether a hit is about the party. One person proposes a verdict, and another one approves it. hits ID --log LOG shows HIT, and PROPOSAL in the column STATE. The first proposal starts a log that does not exist, and says so. Nobody is authenticated: --by is recorded as given.`,
  flags,
  expects: null,
  examples: [
    'decide $ID $HIT --log d.log --by ada \\\n    --verdict false_positive --reason "Born in 1990" --until 2099-12-31',
    'decide $ID $HIT --log d.log --by bo --approve $PROPOSAL',
  ],
  async run(call) {
    const [action, ...others] = actions.filter(name => call.flags.has(name))
    if (action === undefined || others.length > 0)
      throw new UsageError('decide expects one of --verdict, --approve, --withdraw and --erase')
    const [id, handle, ...more] = call.positionals
    if (!id || !handle || more.length > 0) throw new UsageError('decide expects ID and HIT')
    const by = requireFlag(call, 'by')
    const log = call.flags.text('log')
    const applyAction = async (decisions: Decisions) => {
      if (action === 'withdraw' || action === 'erase')
        return decisions[action]({
          key: await findKey(decisions, handle),
          by,
          reason: requireFlag(call, 'reason'),
        })
      const hit = await findHit(call, id, handle)
      if (action === 'approve')
        return decisions.approve({ hit, proposal: await findProposal(call, decisions, hit), by })
      const verdict = parseChoice('--verdict', call.flags.text('verdict') ?? '', verdicts)
      const [until, evidence] = [call.flags.text('until'), call.flags.text('evidence')]
      return decisions.propose({ hit, verdict, reason: requireFlag(call, 'reason'), by, until, evidence })
    }
    // Only a proposal can be the first entry of a log.
    const mustExist = action !== 'verdict'
    const entry = await withDecisions(log, applyAction, { mustExist, onCreate: call.hint })
    if (call.isJson) await call.output.json(entry)
    else await call.output.line(describeLogEntry(entry, handle))
    return exit.done
  },
})

function requireFlag({ flags: commandFlags }: DecideCall, name: 'by' | 'reason'): string {
  const text = commandFlags.text(name)
  if (text === undefined) throw new UsageError(`--${name} ${flags[name].value} is required`)
  return text
}

async function findHit(call: DecideCall, id: string, handle: string): Promise<DecidableHit> {
  const client = await connectClient(call)
  const hits = listHits(await client.entities.network(id, { signal: call.signal }), { entity: id })
  const hit = hits.find(({ key }) => hitHandle(key) === handle)
  if (hit !== undefined) return hit
  throw new UsageError(`this entity has no hit "${handle}"; entity-screening hits ${id} lists its hits`)
}

async function findProposal({ flags }: DecideCall, decisions: Decisions, hit: DecidableHit): Promise<string> {
  const name = flags.text('approve') ?? ''
  const [review] = await decisions.review([hit])
  const id = review?.proposal?.id ?? ''
  if (name.length >= 8 && id.startsWith(name)) return id
  throw new UsageError(`--approve: this hit has no open proposal "${name}"`)
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

function describeLogEntry({ action, id, verdict }: DecisionEntry, handle: string): string {
  if (action === 'propose')
    return `Proposed: ${handle} is ${verdict?.replace('_', ' ')}. Another person approves it with --approve ${id.slice(0, 12)}`
  return `${{ approve: 'Approved', withdraw: 'Withdrawn', erase: 'Erased' }[action]}: ${handle}`
}
