import { type Entity, fakeCall } from 'entity-screening-sdk'
import { createClient, type Program } from './client.ts'

/** What a call returns. */
export const promises = {
  'instance of Promise': async baseUrl => {
    const call = createClient(baseUrl).entities.list()
    const continued = call.then(list => list.length)
    return [call instanceof Promise, continued.constructor === Promise, await continued]
  },

  fake: async () => {
    const entities: Entity[] = []
    const call = fakeCall(entities)
    return [call instanceof Promise, (await call) === entities, (await call.withResponse()).data === entities]
  },
} satisfies Record<string, Program>
