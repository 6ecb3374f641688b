/** An error response of the mock server or of a proxy. The message becomes the error text of the body (specification: Errors). */
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
