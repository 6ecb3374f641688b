import { runInSlices } from '../message/sliced-work.ts'
import { findShownScan } from '../screening/lifecycle.ts'
import { type Call, requireEntity } from './handler.ts'

/** The organizations and persons around an entity, as they are now (specification: GET /v1/entities/{id}/network). */
export function getNetwork(call: Call) {
  const entity = requireEntity(call)
  const { server, now } = call
  const scan = findShownScan(server, entity, now)
  return load().then(
    async ([
      { buildNetwork, hasQuirkyNetwork },
      { applyDialect: spellNetwork, applyQuirksToNetwork: spellNetworkOddly },
    ]) => {
      const network = await runInSlices(buildNetwork(server, entity, scan))
      if (hasQuirkyNetwork(server, entity, scan))
        return { success: true, data: spellNetworkOddly(network, entity.id) }
      // One that was loaded is spelled as it was given.
      const isGiven = network === entity.network
      return { success: true, data: isGiven ? network : spellNetwork(server.behaviour, network, entity) }
    },
  )
}

function load() {
  return Promise.all([import('../screening/network.ts'), import('../dialects/apply-dialect.ts')])
}
