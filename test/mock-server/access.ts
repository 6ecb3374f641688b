import { expect, it } from 'vitest'
import { create, createWire, list, refusal } from './wire.ts'

/** Registers the tests of the key for an operation (specification: Authentication). */
export function itNeedsAKey(method: string, path: string, body?: unknown): void {
  it('refuses a call without a key with 401, and does nothing', async () => {
    const wire = createWire()
    const sentence = refusal(401, await wire.withKey(null).send(method, path, body))
    expect(sentence).toContain('The API key is missing')
    expect(await list(wire)).toEqual([])
  })

  it.each(['not-the-key', '__proto__', 'constructor'])(
    'refuses the unknown key %s with 401, and does nothing',
    async key => {
      const wire = createWire()
      expect(refusal(401, await wire.withKey(key).send(method, path, body))).toBe('The API key is not valid.')
      expect(await list(wire)).toEqual([])
    },
  )
}

/** Registers the tests of the id for an operation on one entity; `{id}` in the path stands for it. */
export function itNeedsAnEntity(method: string, path: string, body?: unknown): void {
  it.each(['unknown', '__proto__', 'constructor', 'toString', '%2E%2E%2F', '%F0%9F%90%9F'])(
    'answers 404 where the team has no entity %s',
    async id => {
      const answer = await createWire().send(method, path.replace('{id}', id), body)
      expect(refusal(404, answer)).toBe('The entity does not exist in this team.')
    },
  )

  it("answers 404 for another team's entity, which stays as it was", async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Ours Ltd' })
    const before = await list(wire)
    wire.server.clock.advance(10)
    const stranger = wire.withNewTeam()
    refusal(404, await stranger.send(method, path.replace('{id}', id), body))
    expect(await list(wire)).toEqual(before)
  })
}
