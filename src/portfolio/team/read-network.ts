import type { EntityScreening } from '../../client.ts'
import type { Network } from '../../model/network.ts'
import { withoutCache } from '../../resources/stream-entities.ts'
import { AuthenticationError } from '../../transport/errors/AuthenticationError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { PermissionDeniedError } from '../../transport/errors/PermissionDeniedError.ts'

/** A network, or the error if only this network cannot be read. */
export type NetworkResult =
  | { readonly network: Network; readonly failure: null }
  | { readonly network: null; readonly failure: EntityScreeningError }

/** @throws EntityScreeningError if the service refuses the key, or the signal is aborted; any error that is not the client's. */
export async function readNetwork(
  { entities }: Pick<EntityScreening, 'entities'>,
  id: string,
  signal: AbortSignal,
): Promise<NetworkResult> {
  try {
    return { network: await entities.network(id, { signal, fetchOptions: withoutCache({}) }), failure: null }
  } catch (error) {
    if (signal.aborted || isRefusal(error) || !EntityScreeningError.is(error)) throw error
    return { network: null, failure: error }
  }
}

/** Whether the service refused the key, so that every other request would fail too. */
export function isRefusal(error: unknown): boolean {
  return AuthenticationError.is(error) || PermissionDeniedError.is(error)
}
