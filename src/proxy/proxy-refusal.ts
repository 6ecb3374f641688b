/** An error of the proxy, in the form that the service gives its own (specification: Errors). */
export class ProxyRefusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence)
    this.status = status
    this.headers = headers
  }

  get body(): string {
    return JSON.stringify({ statusCode: this.status, success: false, error: this.message })
  }
}
