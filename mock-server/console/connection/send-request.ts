import type { Connection } from './connect.ts'
import { CallError, errorIn } from './send-call.ts'

/** What came back for a request to the service. */
interface Sent {
  /** 0 where the connection broke. */
  readonly status: number
  readonly body: string
}

/**
 * Sends a request to the service with a key of the team, as a client would: it is logged, and faults apply.
 *
 * @throws CallError with the server's sentence where the status is no 2xx, or the response cannot be read.
 */
export async function sendRequest<Data>(
  connection: Connection,
  request: { team: string; method: string; path: string; body: unknown },
): Promise<Data> {
  const { status, body } = await connection.call<Sent>('POST', '/send', request)
  if (status === 0)
    throw new CallError(
      0,
      'The connection broke before a response: whether the request was processed, the list shows.',
    )
  if (status < 200 || status > 299)
    throw new CallError(status, `${status}: ${errorIn(body) ?? 'the response has no sentence.'}`)
  try {
    return JSON.parse(body).data
  } catch {
    throw new CallError(status, `The response, ${status}, cannot be read: what was created, the list shows.`)
  }
}
