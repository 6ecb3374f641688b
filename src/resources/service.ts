import { decodeHealth, decodeServiceIndex, type Health, type ServiceIndex } from '../model/service.ts'
import type { Call } from '../transport/call.ts'
import type { RequestOptions } from '../transport/options.ts'
import type { Transport } from '../transport/transport.ts'

/** The service itself. */
export class Service {
  readonly #call: Transport

  /** @internal */
  constructor(call: Transport) {
    this.#call = call
  }

  /** Whether the service is up (specification: GET /v1/health). */
  health(options?: RequestOptions): Call<Health> {
    return this.#call({ operation: 'getHealth', decode: decodeHealth, options })
  }

  /** The welcome object (specification: Service index); its path is not shown, so `/v1` and `/` are tried. */
  index(options?: RequestOptions): Call<ServiceIndex> {
    return this.#call({ operation: 'getServiceIndex', decode: decodeServiceIndex, options })
  }
}
