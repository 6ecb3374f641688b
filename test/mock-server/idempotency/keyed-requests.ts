import type { Behaviour } from 'entity-screening-sdk/mock-server'
import type { Wire } from '../wire.ts'

export const person = { type: 'person', name: 'Ilse Brandt' }
export const honoured: Behaviour = { idempotencyKeys: 'honoured' }

export function post({ send }: Wire, key: string, body: unknown = person, path = '/v1/entities') {
  return send('POST', path, body, { 'idempotency-key': key })
}

export async function countEntities({ get }: Wire): Promise<unknown> {
  const { body } = await get('/v1/entities')
  return Array.isArray(body) ? body.length : body
}
