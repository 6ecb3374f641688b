import type { Health, ServiceIndex } from '../model/service.ts'
import type { Call } from '../transport/call.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import type { Caller } from './caller.ts'

/**
 * The service itself: `client.service` (specification: Service index). The mock server asks for no key here.
 *
 * @example
 * const { success, version } = await client.service.health()
 */
export class Service {
  readonly #call: Caller

  /** @internal */
  constructor(call: Caller) {
    this.#call = call
  }

  /**
   * Whether the service is up (specification: GET /v1/health). Any 2xx is a response, whatever its body: `success` says what it
   * says of itself.
   *
   * @throws {@link ResponseValidationError} (`unreadable_answer`) where another server's page answers.
   * @example
   * const { success, status } = await client.service.health({ timeout: 2_000, retry: 0 })
   */
  health(options?: RequestOptions): Call<Health> {
    return this.#call('getHealth', content => content(), options)
  }

  /**
   * The welcome object (specification: Service index); its path is not shown, so that `/v1` is asked for, and `/` where that
   * is a 404.
   *
   * @throws {@link NotFoundError} (`not_found`) where it is at neither.
   * @throws {@link ResponseValidationError} (`unreadable_answer`) where the response is no object.
   * @example
   * const { version, documentation } = await client.service.index()
   */
  index(options?: RequestOptions): Call<ServiceIndex> {
    return this.#call('getServiceIndex', content => content(), options)
  }
}
