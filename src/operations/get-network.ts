import { endpoints } from '../contract/endpoints.ts'
import { methodNames } from '../contract/method-names.ts'
import { decodeNetwork, type Network } from '../model/network.ts'
import type { OperationSpec } from './operation-spec.ts'

export const getNetwork: OperationSpec<undefined, Network> = {
  operation: 'getNetwork',
  methodName: methodNames.getNetwork,
  contract: endpoints.getNetwork,
  decode: decodeNetwork,
  countEntries: ({ nodes }) => nodes.length,
  noteCompleteness(network, isComplete, overriddenFields) {
    network.isComplete = isComplete
    network.overriddenFields = overriddenFields
  },
}
