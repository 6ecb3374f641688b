import { runInSlices } from '../message/sliced-work.ts'
import { findShownScan } from '../screening/lifecycle.ts'
import { type OperationCall, requireEntity } from './handler.ts'

/** Returns the organizations and persons around an entity (specification: GET /v1/entities/{id}/network). */
export function handleGetNetwork(call: OperationCall) {
  const entity = requireEntity(call)
  const { server, now } = call
  const scan = findShownScan(server, entity, now)
  return loadModules().then(
    async ([{ buildNetwork, hasQuirkyNetwork }, { applyDialect, applyQuirksToNetwork }]) => {
      const network = await runInSlices(buildNetwork(server, entity, scan))
      if (hasQuirkyNetwork(server, entity, scan))
        return { success: true, data: applyQuirksToNetwork(network, entity.id) }
      // A network that was loaded keeps its spelling.
      const isLoaded = network === entity.network
      return { success: true, data: isLoaded ? network : applyDialect(server.behaviour, network, entity) }
    },
  )
}

function loadModules() {
  return Promise.all([import('../screening/network.ts'), import('../dialects/apply-dialect.ts')])
}
