import { expect, it } from 'vitest'
import { runtimeNames } from './runtimes.ts'
import type { ReceivedRequest, Service } from './service.ts'
import { describeRuntimes } from './use-runtimes.ts'

/** The operations that must not be repeated, in the order of the program. */
const creations = ['/v1/entities', '/v1/entities/bulk', '/v1/entities/entity-1/documents']

const isCreation = ({ method, path }: ReceivedRequest) => method === 'POST' && creations.includes(path)

function keysOf({ requests }: Service, isSelected: (request: ReceivedRequest) => boolean) {
  return requests.filter(isSelected).map(({ headers }) => headers['idempotency-key'])
}

describeRuntimes(runtimeNames, ({ name, run }) => {
  it('sends each body as JSON of a known length', async () => {
    const { service } = await run('writes', 'every operation')
    const bodies = service.requests.filter(({ body }) => body !== '')
    expect(bodies).toHaveLength(5)
    for (const { headers, body } of bodies) {
      expect(headers['content-type']).toBe('application/json')
      expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
      expect(headers['transfer-encoding']).toBeUndefined()
    }
    expect(service.names()).toContain('Ørsted GmbH')
  })

  it('sends a key of its own with each creation, and with nothing else', async () => {
    const { service } = await run('writes', 'every operation')
    const keys = keysOf(service, isCreation)
    expect(service.requests.filter(isCreation).map(({ path }) => path)).toEqual(creations)
    expect(keys.every(key => typeof key === 'string' && key !== '')).toBe(true)
    expect(new Set(keys).size).toBe(3)
    expect(keysOf(service, request => !isCreation(request)).every(key => key === undefined)).toBe(true)
  })

  it('sends the key that the caller gives', async () => {
    const { service } = await run('writes', 'key of the caller')
    expect(keysOf(service, isCreation)).toEqual(['own-key'])
  })

  if (name === 'chromium')
    it('sends only a key that the caller gives from a page of another origin', async () => {
      const own = await run('writes', 'key of the caller', { isCrossOrigin: true })
      expect(keysOf(own.service, isCreation)).toEqual(['own-key'])
      const generated = await run('writes', 'every operation', { isCrossOrigin: true })
      expect(keysOf(generated.service, isCreation)).toEqual([undefined, undefined, undefined])
    })
})
