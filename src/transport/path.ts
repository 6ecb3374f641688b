import type { OperationName } from '../contract/operations.ts'
import { invalidInput } from './make-error.ts'

/** Fills `{id}` in, encoded so that no identifier can lead to another path. */
export function fillPath(operation: OperationName, template: string, id: string | undefined): string {
  return template.replace('{id}', () => encodeId(operation, id))
}

function encodeId(operation: OperationName, id: unknown): string {
  if (typeof id !== 'string' || id === '')
    refuse(operation, 'must be an entity or its identifier, a string that is not empty')
  if (id === '.' || id === '..') refuse(operation, 'must not be "." or "..", which a path resolves away')
  if (!id.isWellFormed()) refuse(operation, 'must be well-formed Unicode (it has a lone surrogate)')
  return encodeURIComponent(id)
}

function refuse(operation: OperationName, message: string): never {
  throw invalidInput(operation, [{ path: ['id'], message }])
}
