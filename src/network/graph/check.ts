import type { Network } from '../../model/network.ts'
import { isRecord } from '../../shared/json.ts'
import { didYouMean } from '../../shared/text/nearest.ts'
import { invalidInput } from '../../transport/create-error.ts'
import type { NetworkIndex } from './index-network.ts'

/** @throws InputValidationError where it is no network; what its nodes and relations are is a matter of types. */
export function checkNetwork(network: unknown): void {
  const isNetwork = isRecord(network) && Array.isArray(network.nodes) && Array.isArray(network.relations)
  if (!isNetwork) refuse('indexNetwork', 'network', 'must be a network')
}

/** The JSON of an index is none. */
export function isIndex(network: Network | NetworkIndex): network is NetworkIndex {
  return isRecord(network) && 'parties' in network && network.parties instanceof Map
}

export function refuseUnknown(operation: string, options: unknown, known: readonly string[]): void {
  if (!isPlain(options)) refuse(operation, 'options', 'must be an object')
  const unknown = Object.keys(options).find(name => options[name] !== undefined && !known.includes(name))
  if (unknown !== undefined) refuse(operation, unknown, `is no option${didYouMean(unknown, known)}`)
}

/** A date or a map has no fields of its own, and would pass for no options at all. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && Object.prototype.toString.call(value) === '[object Object]'
}

/** @throws InputValidationError where no node has the id, or none is given and the network has no root. */
export function checkId(operation: string, { parties, rootId, idOf }: NetworkIndex, id?: string): string {
  const asked = id === undefined ? rootId : idOf(id)
  if (asked === null) refuse(operation, 'id', 'is required: the network has no root')
  if (!parties.get(asked)?.nodes.length) refuse(operation, 'id', 'must be the id of a node of the network')
  return asked
}

export function checkOneOf(
  operation: string,
  field: string,
  value: unknown,
  allowed: readonly string[],
): void {
  if (allowed.some(one => one === value)) return
  const quoted = allowed.map(one => JSON.stringify(one)).join(', ')
  refuse(operation, field, `must be one of ${quoted}`)
}

export function refuse(operation: string, field: string, message: string): never {
  throw invalidInput(operation, [{ path: [field], message }])
}
