import { warnOfEarlyRead } from '../clock/before-operation.ts'
import { findShownScan } from '../screening/lifecycle.ts'
import { type OperationCall, requireEntity } from './handler.ts'

/** Returns the organizations and persons around an entity (specification: GET /v1/entities/{id}/network). */
export function handleGetNetwork(call: OperationCall) {
  const entity = requireEntity(call)
  const { server, now } = call
  const scan = findShownScan(server, entity, now)
  if (scan === 0) warnOfEarlyRead(server, entity)
  return import('./on-demand.ts').then(
    ({ applyDialect, applyQuirksToNetwork, buildNetwork, findLoadedNetwork, hasQuirkyNetwork }) => {
      const loadedNetwork = findLoadedNetwork(entity, scan)
      if (loadedNetwork !== undefined) return { success: true, data: loadedNetwork }
      const network = buildNetwork(server, entity, scan)
      if (hasQuirkyNetwork(server, entity, scan))
        return { success: true, data: applyQuirksToNetwork(network, entity.id) }
      return { success: true, data: applyDialect(server.behaviour, network, entity) }
    },
  )
}
