import { createHash } from 'node:crypto'
import { scenarios } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { getUniverse } from '../../../mock-server/screening/universe/index.ts'
import { create, createWire, type Wire } from '../wire.ts'

const { parties: universeParties, links: universeLinks } = getUniverse()

/**
 * Users' tests hold names, hits, scores and identifiers of the mock server: whoever changes them says so in a changeset, and
 * writes the new digest here.
 */
function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}

async function digestOf(wire: Wire, ids: readonly string[]): Promise<string> {
  const paths = ['/v1/entities', ...ids.map(id => `/v1/entities/${id}/network`)]
  const bodies = []
  for (const path of paths) bodies.push((await wire.get(path)).text)
  return digest(bodies)
}

describe('what users know of the mock server is as it was', () => {
  it('the parties of the universe, and their hits', () => {
    expect(digest(universeParties)).toBe('a1daf373701172ef')
  })

  it('the relations between them', () => {
    expect(digest(universeLinks)).toBe('8a9259165b36d7ed')
  })

  it('the network and the risk of each scenario', { tags: 'long' }, async () => {
    const wire = createWire()
    const played = scenarios.filter(({ status }) => status === undefined)
    const ids = []
    for (const { id, type = 'organization' } of played)
      ids.push((await create(wire, { type, name: `[${id}] Example`, countryCode: 'DE' })).id)
    wire.server.clock.settle()
    expect(await digestOf(wire, ids)).toBe('5124f4272860210f')
  })

  it('the networks of those who are not in the universe', async () => {
    const wire = createWire()
    const ids = []
    for (let at = 0; at < 40; at += 1) {
      const type = at % 3 === 0 ? 'person' : 'organization'
      ids.push((await create(wire, { type, name: `Example number ${at}`, countryCode: 'DE' })).id)
    }
    wire.server.clock.settle()
    expect(await digestOf(wire, ids)).toBe('f17ea1d5211a1ce8')
  })
})
