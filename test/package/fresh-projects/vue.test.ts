import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../project.ts'

const program = `
import { isProxy, reactive, readonly, ref, shallowReactive } from '@vue/reactivity'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const client = new EntityScreening(createMockServer().connect())
const call = reactive({ list: client.entities.list() }).list
const held = {
  ref: ref(client).value,
  reactive: reactive(client),
  readonly: readonly(client),
  nested: reactive({ state: { client } }).state.client,
  shallow: shallowReactive({ client }).client,
  list: reactive([client])[0],
  map: reactive(new Map([['client', client]])).get('client'),
}
const results = {}
for (const [name, client] of Object.entries(held)) {
  const { entities, search, service } = reactive({ ...client })
  results[name] = [
    isProxy(entities) || isProxy(search) || isProxy(service),
    (await client.entities.list()).length + (await entities.list()).length,
    (await client.withOptions({ timeout: 1000 }).service.health()).success,
    (await readonly(search).persons({ fullName: 'Ilse Brandt' })).length,
  ]
}
const { data } = await call.withResponse()
console.log(JSON.stringify({ results, call: [await call, data] }))
`
let project: Project

beforeAll(async () => {
  project = await createProject([inject('tarball'), 'zod@4', '@vue/reactivity@3'], { type: 'module' })
  await project.write('program.mjs', program)
})

afterAll(() => project?.remove())

it('a client, its resources and calls work in what Vue makes reactive', async () => {
  const { stdout, stderr } = await project.run(process.execPath, ['program.mjs'])
  expect(stderr).toBe('')
  const { results, call } = JSON.parse(stdout)
  const works = [false, 0, true, 0]
  const names = ['ref', 'reactive', 'readonly', 'nested', 'shallow', 'list', 'map']
  expect(results).toEqual(Object.fromEntries(names.map(name => [name, works])))
  expect(call).toEqual([[], []])
})
