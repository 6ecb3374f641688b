import { createValueIssues } from '../../contract/issues.ts'
import { isRecord, type JsonRecord } from '../../shared/json.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'
import { createInputError } from '../../transport/create-error.ts'

/** @throws InputValidationError if the value is not a network. Its nodes and relations are not checked. */
export function assertNetwork(network: unknown, operation = 'indexNetwork'): void {
  const isNetwork = isRecord(network) && Array.isArray(network.nodes) && Array.isArray(network.relations)
  if (!isNetwork) throwInvalidInput(operation, 'network', 'must be a network', network)
}

export function assertKnownOptions(
  operation: string,
  options: unknown,
  optionNames: readonly string[],
): void {
  if (!isObjectWithFields(options)) throwInvalidInput(operation, 'options', 'must be an object', options)
  const unknownName = Object.keys(options).find(
    name => options[name] !== undefined && !optionNames.includes(name),
  )
  if (unknownName !== undefined)
    throwInvalidInput(operation, unknownName, `is no option${didYouMean(unknownName, optionNames)}`)
}

/**
 * Whether a value is an object whose fields can be options. Instances of classes are accepted, but a date or
 * a map is not: it has no fields, so it would look like empty options.
 */
export function isObjectWithFields(value: unknown): value is JsonRecord {
  return isRecord(value) && Object.prototype.toString.call(value) === '[object Object]'
}

/** Copies options before a function first awaits, because its caller may then change them. Returns any other value as it is. */
export function spreadOptions<Options>(options: Options): Options {
  return isObjectWithFields(options) ? { ...options } : options
}

export function assertOneOf(
  operation: string,
  field: string,
  value: unknown,
  choices: readonly string[],
): void {
  if (choices.some(choice => choice === value)) return
  const quoted = choices.map(choice => JSON.stringify(choice)).join(', ')
  throwInvalidInput(operation, field, `must be one of ${quoted}`)
}

/** @param value the invalid value. If it is a promise, the message advises to await it. */
export function throwInvalidInput(
  operation: string,
  field: string,
  requirement: string,
  value?: unknown,
): never {
  throw createInputError(operation, createValueIssues([field], value, requirement))
}
