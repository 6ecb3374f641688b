import { ApiError } from './ApiError.ts'

/**
 * 5xx, after all retries: the service or a proxy failed. The code is `server_error`. After a write, check `outcome`.
 *
 * @example
 * const failure = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH' }).catch(error => error)
 * if (ServerError.is(failure)) console.error(`failed with ${failure.status}: ${failure.reason}`)
 */
export class ServerError extends ApiError {
  protected static override readonly kind = 'ServerError'
  declare readonly name: 'ServerError'
  declare readonly status: number
  override readonly code = 'server_error'
}
