/**
 * A webhook did not accept an event. The message names the host, but neither the path nor the secret.
 *
 * @example
 * const send = webhook({ url: 'http://localhost:1/', secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', retries: 0 })
 * try {
 *   await send({ id: 'e1', at: new Date().toISOString(), changes: [] })
 * } catch (error) {
 *   if (error instanceof WebhookError) console.error(error.message, error.status)
 * }
 */
export class WebhookError extends Error {
  /** The name of the class, which no bundler changes. */
  override readonly name = 'WebhookError'
  /** The status of the last response; null if none came. */
  readonly status: number | null
  /** The milliseconds that the last response asked to wait; null if it did not ask. */
  readonly retryAfter: number | null

  /** Made by `webhook`; useful in tests that need such an error. */
  constructor(message: string, status: number | null, retryAfter: number | null = null) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}
