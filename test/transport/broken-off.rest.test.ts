import { expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'
import { ownServer } from './every-operation/servers.ts'

it('an error body that breaks off keeps what came before the time was over', async () => {
  const begun = ['{"success":false,"error":"no such team"}', '<h1>no such team']
  for (const text of begun) {
    const { client } = await ownServer(
      (_, response) => {
        response.writeHead(404)
        response.write(text)
      },
      { timeout: 2000, maxRetries: 0 },
    )
    const failure = await failureOf(client.entities.list())
    if (text.startsWith('{')) expect(failure).toMatchObject({ status: 404, reason: 'no such team' })
    else expect(failure).toMatchObject({ status: 404, body: expect.any(String) })
  }
})
