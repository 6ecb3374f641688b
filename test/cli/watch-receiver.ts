import type { WatchEvent } from 'entity-screening-sdk/portfolio'
import { Webhook } from 'standardwebhooks'
import { startOther } from './services.ts'

export const webhookSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

/** A receiver that takes what is signed with the secret, when the test lets it. */
export async function startReceiver() {
  const events: WatchEvent[] = []
  const receiver = { events, isDown: false, url: '' }
  receiver.url = await startOther(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    new Webhook(webhookSecret).verify(body, headers)
    if (!receiver.isDown) events.push(JSON.parse(body).data)
    response.writeHead(receiver.isDown ? 503 : 204).end()
  })
  return receiver
}
