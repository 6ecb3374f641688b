import type { Connection } from './open-connection.ts'
import { CallError, errorIn } from './send-call.ts'

interface ServiceResponse {
  readonly status: number
  readonly body: string
}

/**
 * Sends a request to the service with a key of the team. The request is logged, and faults apply to it, like a request of a
 * client.
 *
 * @throws CallError with the server's error text, if the status is not 2xx or the response cannot be read.
 */
export async function sendRequest<Data>(
  connection: Connection,
  request: { team: string; method: string; path: string; body: unknown },
): Promise<Data> {
  const { status, body } = await connection.call<ServiceResponse>('POST', '/send', request)
  if (status === 0)
    throw new CallError(0, 'The connection broke before a response. The list shows whether it was processed.')
  if (status < 200 || status > 299)
    throw new CallError(status, `${status}: ${errorIn(body) ?? 'the response has no sentence.'}`)
  try {
    return JSON.parse(body).data
  } catch {
    throw new CallError(status, `The response, ${status}, cannot be read. The list shows what was created.`)
  }
}
