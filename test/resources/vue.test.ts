import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { answering } from '../answering.ts'

/** test/package/fresh-projects/vue.test.ts holds a client in the state of Vue itself. */
it('client and resources carry the mark with which Vue leaves an object as it is, and do not show it', () => {
  const { client } = answering([])
  for (const part of [client, client.entities, client.search, client.service]) {
    expect(Reflect.get(part, '__v_skip')).toBe(true)
    expect(Object.keys(part)).not.toContain('__v_skip')
    expect(inspect(part)).not.toContain('__v_skip')
  }
})
