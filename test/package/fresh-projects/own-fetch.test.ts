import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../project.ts'

const program = `
import crossFetch from 'cross-fetch'
import { type ClientOptions, EntityScreening } from 'entity-screening-sdk'
import { createProxy, type ProxyOptions } from 'entity-screening-sdk/proxy'
import nodeFetch from 'node-fetch'
import { Agent, fetch as undiciFetch } from 'undici'

const dispatcher = new Agent()
const implementations: Record<string, ClientOptions['fetch'] & ProxyOptions['fetch']> = {
  'the global fetch': fetch,
  'the global fetch with credentials': (url, init) => fetch(url, { ...init, credentials: 'include' }),
  undici: undiciFetch,
  'undici with a dispatcher': (url, init) => undiciFetch(url, { ...init, dispatcher }),
  'node-fetch': nodeFetch,
  'cross-fetch': crossFetch,
}
const outcomes: Record<string, unknown> = {}
for (const [name, fetch] of Object.entries(implementations)) {
  const client = new EntityScreening({ fetch, logLevel: 'off', maxRetries: 0 })
  const { id } = await client.entities.create({ type: 'organization', name, countryCode: 'DE' })
  const listed: string[] = []
  for await (const entity of client.entities.stream()) if (entity.id === id) listed.push(entity.name)
  const missing = await client.entities.network('nobody').catch(error => error.code)
  const aborted = await client.entities.list({ signal: AbortSignal.abort() }).catch(error => error.code)
  outcomes[name] = [listed, (await client.entities.list()).length, missing, aborted]
}
const { ENTITY_SCREENING_BASE_URL: baseUrl = '', ENTITY_SCREENING_API_KEY: apiKey = '' } = process.env
const proxied: Record<string, unknown> = {}
for (const [name, fetch] of Object.entries(implementations)) {
  const proxy = createProxy({ baseUrl, apiKey, callerOf: () => 'ada', fetch })
  const client = new EntityScreening({
    ...{ apiKey: null, baseUrl: 'https://app.example/screening', logLevel: 'off', maxRetries: 0 },
    fetch: (url, { headers, method, body }) =>
      proxy(new Request(url, { headers, method, ...(body !== undefined && { body }) })),
  })
  const created = await client.entities.create({ type: 'organization', name, countryCode: 'DE' })
  const listed = await client.entities.list()
  const missing = await client.entities.network('nobody').catch(error => error.code)
  proxied[name] = [created.name, listed.length, missing]
}
console.log(JSON.stringify({ outcomes, proxied }))
await dispatcher.close()
`

/** Its types do not allow undefined where those of TypeScript's DOM do, which matters with exactOptionalPropertyTypes only. */
const olderProgram = `
import type { ClientOptions } from 'entity-screening-sdk'
import type { ProxyOptions } from 'entity-screening-sdk/proxy'
import nodeFetch from 'node-fetch-2'

export const fetch: ClientOptions['fetch'] & ProxyOptions['fetch'] = nodeFetch
`

describe('the option fetch', () => {
  let project: Project

  beforeAll(async () => {
    project = await createProject([
      ...[inject('tarball'), 'undici@7', 'node-fetch@3', 'node-fetch-2@npm:node-fetch@2', 'cross-fetch@4'],
      ...['zod@4', 'typescript@6', '@types/node@24', 'tsx@4'],
      '@types/node-fetch-2@npm:@types/node-fetch@2',
    ])
    await project.write('own-fetch.mts', program)
    await project.write('node-fetch-2.mts', olderProgram)
  })

  afterAll(() => project?.remove())

  it('has a type that the usual implementations fit', async () => {
    const { stdout } = await project.command('tsc', [
      ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'],
      ...['--target', 'es2022', '--module', 'nodenext', 'own-fetch.mts'],
    ])
    expect(stdout).toBe('')
  })

  it('has a type that node-fetch 2 fits', async () => {
    const { stdout } = await project.command('tsc', [
      ...['--noEmit', '--strict', '--skipLibCheck'],
      ...['--target', 'es2022', '--module', 'nodenext', 'node-fetch-2.mts'],
    ])
    expect(stdout).toBe('')
  })

  it('takes each of them', async () => {
    const { url, close } = await startServer(createMockServer({ keys: { 'own-fetch-key': 'team-1' } }))
    await project.write(
      'run.mjs',
      `process.env.ENTITY_SCREENING_BASE_URL = ${JSON.stringify(url)}
process.env.ENTITY_SCREENING_API_KEY = 'own-fetch-key'
await import('./own-fetch.mts')`,
    )
    const { stdout, stderr } = await project.command('tsx', ['run.mjs'])
    await close()
    expect(stderr).toBe('')
    const { outcomes, proxied }: Record<string, Record<string, unknown>> = JSON.parse(stdout)
    const names = Object.keys(outcomes ?? {})
    expect(names).toHaveLength(6)
    expect(Object.values(outcomes ?? {})).toEqual(
      names.map((name, index) => [[name], index + 1, 'not_found', 'aborted']),
    )
    expect(Object.values(proxied ?? {})).toEqual(
      names.map((name, index) => [name, names.length + index + 1, 'not_found']),
    )
  })
})
