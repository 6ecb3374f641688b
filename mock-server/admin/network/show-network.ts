import * as z from 'zod/mini'
import { decodeNetwork } from '../../../src/model/network.ts'
import {
  assessSanctions,
  beneficialOwners,
  explain,
  indexNetwork,
  type NetworkGraph,
  toGraph,
} from '../../../src/network/index.ts'
import { createQuirkLog } from '../../../src/reading/log.ts'
import type { NodeBody } from '../../dialects/bodies.ts'
import { readQuery } from '../../message/body.ts'
import { inTurns, type Sliced } from '../../message/turns.ts'
import { latestResults } from '../../screening/life.ts'
import { networkOf } from '../../screening/network.ts'
import { isQuirky } from '../../screening/scenarios/index.ts'
import type { Server } from '../../server.ts'
import type { StoredEntity } from '../../state/teams.ts'
import type { Call } from '../commands.ts'
import { findEntity } from '../entities.ts'

const networkRequest = z.strictObject({
  regime: z._default(z.enum(['ofac', 'eu', 'uk']), 'ofac'),
  rule: z._default(z.enum(['amlr', 'amld']), 'amlr'),
})

type Rules = z.output<typeof networkRequest>

/** What there is to see of a network: a page draws it, and asks for no more of it than that. */
export interface NetworkView {
  readonly graph: NetworkGraph
  /** Whether responses about the entity have quirks on purpose: clients get other spellings, and more than this. */
  readonly isQuirky: boolean
  /** The nodes that are drawn, by id and spelled as specified, whatever the dialect. A missing node is not there. */
  readonly nodes: Readonly<Record<string, NodeBody>>
  /** How the entity stands under the sanctions rule of a regime, in sentences. */
  readonly sanctions: readonly string[]
  /** Its beneficial owners under a rule, in sentences. */
  readonly owners: readonly string[]
}

/** The network of an entity under rules. @throws Refusal of 404, or of 400 that names the rule. */
export function showNetwork({ server, id, query }: Call): Promise<NetworkView> {
  const rules = readQuery(networkRequest, query)
  const { entity } = findEntity(server, id)
  return inTurns(view(server, entity, rules))
}

/** In slices: a network may have thousands of nodes. */
function* view(server: Server, entity: StoredEntity, { regime, rule }: Rules): Sliced<NetworkView> {
  const body = networkOf(server, entity)
  const screening = latestResults(server, entity) === 0 ? 'running' : 'ended'
  yield
  const network = decodeNetwork({ success: true, data: body }, entity.id, createQuirkLog('getNetwork'))
  yield
  const index = indexNetwork(network)
  yield
  const graph = toGraph(index, { regime })
  yield
  const sanctions = explain(assessSanctions(index, { regime, screening }))
  yield
  const owners = explain(beneficialOwners(index, { rule }))
  const drawn = new Set(graph.nodes.map(({ id }) => id))
  const nodes = Object.fromEntries(Object.entries(body.nodes).filter(([id]) => drawn.has(id)))
  return { graph, isQuirky: isQuirky(server, entity.name), nodes, sanctions, owners }
}
