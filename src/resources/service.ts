import type { Health, ServiceIndex } from '../model/service.ts'
import { getHealth } from '../operations/get-health.ts'
import { getServiceIndex } from '../operations/get-service-index.ts'
import { skipVueProxy } from '../shared/vue.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import type { Transport } from '../transport/transport.ts'

/** The operations of {@link Service}. */
export const serviceOperations = { getHealth, getServiceIndex }

/**
 * The service itself: `client.service`. The mock server requires no key for these operations.
 *
 * @example
 * const { success, version } = await client.service.health()
 */
export class Service {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    skipVueProxy(this)
    this.#transport = transport
  }

  /**
   * Checks whether the service is up. Resolves for any 2xx response, so also check the field `success`.
   *
   * @throws {@link ResponseValidationError} (`unreadable_response`) if another server responds, for example with an HTML page;
   * also the errors that {@link ApiPromise} lists.
   * @example
   * const { success, status } = await client.service.health({ timeout: 2_000, maxRetries: 0 })
   */
  health(options?: RequestOptions): ApiPromise<Health> {
    return this.#transport.call(getHealth, {}, options)
  }

  /**
   * Reads the service index. Its path is not documented, so the client requests `/v1` first, and `/` if the
   * response is a 404.
   *
   * @throws {@link NotFoundError} (`not_found`) if neither path exists; also the errors that {@link ApiPromise} lists.
   * @example
   * const { version, documentation } = await client.service.index()
   */
  index(options?: RequestOptions): ApiPromise<ServiceIndex> {
    return this.#transport.call(getServiceIndex, {}, options)
  }
}
