import type { ShownRequest } from '../../admin/requests.ts'
import { findExample } from './operation-examples.ts'

/** Returns the id of the entity in the path, or of the created entity; null if there is none. */
export function findEntityId({ operation, path, status, responseBody }: ShownRequest): string | null {
  if (findExample(operation ?? '')?.path.includes('{id}')) return path.split(/[/?]/)[3] ?? null
  return operation === 'createEntity' && status === 201 ? findCreatedId(responseBody) : null
}

function findCreatedId(responseBody: string | null): string | null {
  try {
    const { data } = JSON.parse(responseBody ?? '')
    return typeof data.id === 'string' ? data.id : null
  } catch {
    return null
  }
}
