import type { MockServerOptions } from 'entity-screening-sdk/mock-server'
import type { ScenarioId } from '../../../mock-server/screening/scenarios/scenario-rules.ts'
import { create, createWire, list, only, success, type Wire } from '../wire.ts'

export async function network(wire: Wire, id: string) {
  return success('getNetwork', await wire.get(`/v1/entities/${id}/network`)).data
}

/** An entity with the reserved name, when its screening is done. */
export async function play(
  scenario: ScenarioId,
  fields: Record<string, unknown> = {},
  options: MockServerOptions = {},
) {
  const wire = createWire(options)
  const { id } = await create(wire, { name: `[${scenario}] Example Works Ltd`, countryCode: 'DE', ...fields })
  wire.server.clock.settle()
  const { nodes, relations } = await network(wire, id)
  const { riskLevel, riskScore, caseStatus } = only(await list(wire))
  const owners = relations
    .filter(({ target, type }) => target === id && type === 'ShareholdingRelationship')
    .map(({ source, details }) => ({ source: nodes[source], share: details?.exact_share }))
  return {
    wire,
    id,
    root: nodes[id],
    nodes: Object.values(nodes),
    relations,
    owners,
    riskLevel,
    riskScore,
    caseStatus,
  }
}
