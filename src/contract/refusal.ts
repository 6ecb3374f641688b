/**
 * An error that the mock server or a proxy turns into a response. The body's error text is the message
 * (specification: Errors).
 */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }

  get body(): string {
    return JSON.stringify({ statusCode: this.status, success: false, error: this.message })
  }
}
