import { expect, it } from 'vitest'
import { Refusal } from '../../../src/contract/refusal.ts'
import { createWire } from '../wire.ts'

it('once the state can no longer be stored, the operations that change it are refused, and no other', async () => {
  const wire = createWire()
  const { text } = await wire.post('/v1/entities', { type: 'organization', name: 'Acme Ltd' })
  const { id } = JSON.parse(text).data
  wire.server.internal.storageRefusal = new Refusal(500, 'The disk is full.')
  const changes = [
    wire.post('/v1/entities', { type: 'organization', name: 'Zenith Ltd' }),
    wire.post('/v1/entities/bulk', { entities: [] }),
    wire.post(`/v1/entities/${id}/documents`, { document_url: 'https://files.example/a.pdf' }),
    wire.put(`/v1/entities/${id}`, { action: 'rescan' }),
  ]
  for (const answer of await Promise.all(changes)) expect(answer.text).toContain('The disk is full.')
  const reads = [
    wire.get('/v1/entities'),
    wire.post('/v1/entities/search', {}),
    wire.get(`/v1/entities/${id}/network`),
    wire.post('/api/search/persons', { full_name: 'Kim Doe' }),
    wire.get('/v1/health'),
  ]
  for (const answer of await Promise.all(reads)) expect(answer.status).toBe(200)
})
