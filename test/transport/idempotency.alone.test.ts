import type { EntityScreening } from 'entity-screening-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const created = {
  success: true,
  data: { id: 'e1', documentId: 'd1', successCount: 1, errorCount: 0, errors: [] },
}
const row = { type: 'organization', name: 'Amber AG', countryCode: 'DE' } as const
const writes: Record<string, (client: EntityScreening) => Promise<unknown>> = {
  create: client => client.entities.create(row),
  createBulk: client => client.entities.createBulk([row]),
  attachDocument: client => client.entities.attachDocument('e1', { url: 'https://example.com/a.pdf' }),
}

function keysOf(sent: readonly { readonly headers: Headers }[]): (string | null)[] {
  return sent.map(({ headers }) => headers.get('idempotency-key'))
}

const randomUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

describe('the idempotency key', () => {
  it.each(Object.entries(writes))('of %s is random for each call', async (_, write) => {
    const { client, sent } = respondingWith(() => Response.json(created, { status: 201 }), {
      logLevel: 'off',
    })
    await write(client)
    await write(client)
    const [first, second] = keysOf(sent)
    expect(first).toMatch(randomUuid)
    expect(second).toMatch(randomUuid)
    expect(first).not.toBe(second)
  })

  it('is the same in all attempts of a call', async () => {
    const { client, sent } = respondingWith(
      attempt =>
        attempt === 1 ? new Response('', { status: 429 }) : Response.json(created, { status: 201 }),
      { maxRetries: 1, retry: { maxDelay: 1 } },
    )
    await client.entities.create(row)
    const [first, second] = keysOf(sent)
    expect(first).toBe(second)
  })

  it('is that of the option if there is one, and none of the headers', async () => {
    const { client, sent } = respondingWith(() => Response.json(created, { status: 201 }))
    await client.entities.create(row, { idempotencyKey: 'order-7' })
    const headers = { 'Idempotency-Key': 'order-8' }
    expect(await failureOf(client.entities.create(row, { headers }))).toMatchObject({
      issues: [{ path: ['headers'], message: expect.stringContaining('idempotencyKey') }],
    })
    expect(() => client.withOptions({ headers })).toThrow(/pass idempotencyKey to the method/)
    expect(keysOf(sent)).toEqual(['order-7'])
  })

  it('is refused before anything is sent if no header can carry it', async () => {
    const { client, sent } = respondingWith(() => Response.json(created, { status: 201 }))
    for (const idempotencyKey of ['', 'a b', 'ä', 'x'.repeat(256)])
      expect(await failureOf(client.entities.create(row, { idempotencyKey }))).toMatchObject({
        name: 'InputValidationError',
        issues: [{ path: ['idempotencyKey'] }],
      })
    expect(sent).toEqual([])
  })

  it('is not sent with what may be repeated', async () => {
    const { client, sent } = respondingWith(() => Response.json([]))
    await client.entities.list()
    await client.entities.search({}).catch(() => {})
    expect(keysOf(sent)).toEqual([null, null])
  })

  it('is sent from a page to its own origin, and to another only if it was given', async () => {
    vi.stubGlobal('location', new URL('https://app.example/customers'))
    const { client, sent } = respondingWith(() => Response.json(created, { status: 201 }))
    await client.entities.create(row)
    await client.entities.create(row, { idempotencyKey: 'order-7' })
    expect(keysOf(sent)).toEqual([null, 'order-7'])
    vi.stubGlobal('location', new URL('https://screening.example/customers'))
    await client.entities.create(row)
    expect(keysOf(sent).at(-1)).toMatch(randomUuid)
  })

  it('is random in a page without TLS, where randomUUID is missing', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { client, sent } = respondingWith(() => Response.json(created, { status: 201 }))
    await client.entities.create(row)
    await client.entities.create(row)
    const [first, second] = keysOf(sent)
    expect(first).toMatch(/^\d{1,10}(-\d{1,10}){3}$/)
    expect(first).not.toBe(second)
  })

  it('is left out in a runtime without random numbers', async () => {
    vi.stubGlobal('crypto', undefined)
    const { client, sent } = respondingWith(() => Response.json(created, { status: 201 }))
    await client.entities.create(row)
    expect(keysOf(sent)).toEqual([null])
  })
})
