/** Sends a request to the control API, with a path relative to `/__admin`. */
export type AdminSend = (path: string, init: RequestInit) => Promise<Response>

/** The error of a failed call. If the status is 0, the call did not reach the server; otherwise, the server refused the call. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }

  static async of(response: Response): Promise<CallError> {
    const text = await response.text()
    return new CallError(response.status, errorIn(text) ?? `The server responded with ${response.status}.`)
  }
}

export interface CallRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Calls the control API. The type of the data is not checked, because the page and the server come from the same build. */
export async function sendCall<Data>(
  send: AdminSend,
  { method, path, body, headers }: CallRequest,
): Promise<Data> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = { 'content-type': 'application/json' }
  let response: Response
  try {
    response = await send(path, { method, headers: { ...type, ...headers }, ...json })
  } catch {
    throw new CallError(0, 'The server does not respond.')
  }
  if (!response.ok) throw await CallError.of(response)
  const envelope = await response.json()
  // The snapshot and the OpenAPI document have no envelope.
  return envelope?.success === true && 'data' in envelope ? envelope.data : envelope
}

export function errorIn(text: string): string | undefined {
  try {
    const { error, message } = JSON.parse(text)
    // The option `behaviour` of the server determines which of the two fields contains the error text.
    return [error, message].find(sentence => typeof sentence === 'string')
  } catch {
    return undefined
  }
}
