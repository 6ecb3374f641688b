import { type Answer, readAnswer, success } from '../mock-server/wire.ts'

/** Sends with a key; a body goes out as JSON. */
export async function send(
  url: string,
  apiKey: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const init = { method, headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' } }
  const response = await fetch(
    url + path,
    body === undefined ? init : { ...init, body: JSON.stringify(body) },
  )
  return readAnswer(response)
}

/** The server's time, as its health check shows it. */
export async function timestamp(url: string): Promise<string> {
  const answer = await readAnswer(await fetch(`${url}/v1/health`))
  return success('getHealth', answer).timestamp ?? ''
}
