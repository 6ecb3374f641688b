import { methodNames } from '../contract/method-names.ts'
import { operations } from '../contract/operations.ts'
import { decodeNetwork, type Network } from '../model/network.ts'
import type { OperationSpec } from './operation-spec.ts'

export const getNetwork: OperationSpec<undefined, Network> = {
  operation: 'getNetwork',
  methodName: methodNames.getNetwork,
  contract: operations.getNetwork,
  decode: decodeNetwork,
  countEntries: ({ nodes }) => nodes.length,
  noteCompleteness(network, isComplete, overriddenFields) {
    network.isComplete = isComplete
    network.overriddenFields = overriddenFields
  },
}
