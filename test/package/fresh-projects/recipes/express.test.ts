import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../../project.ts'
import { copyExample, startService, withProgram } from './recipe.ts'

/** There is no generator for Express 5: express-generator writes Express 4. */
describe('the recipe for Express', () => {
  let project: Project
  let service: Awaited<ReturnType<typeof startService>>

  beforeAll(async () => {
    const types = ['typescript@6', '@types/express@5', '@types/node@24']
    const packages = [
      inject('tarball'),
      'zod@4',
      'tsx@4',
      'express@5',
      '@hono/node-server@2',
      'hono@4',
      ...types,
    ]
    project = await createProject(packages, { type: 'module' })
    await copyExample(project, 'recipes/express')
    service = await startService()
  })

  afterAll(async () => {
    await service?.close()
    await project?.remove()
  })

  it('creates a customer, and tells the result later; a page gets its data without a key', async () => {
    await withProgram(
      project,
      () => ['server.ts'],
      service.environment,
      async address => {
        const post = (path: string, body: object) =>
          fetch(`${address}${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        const created = await post('/customers', { name: '[sanctioned] Beta GmbH', countryCode: 'Germany' })
        expect(created.status).toBe(202)
        const customer = `${address}${created.headers.get('location')}`
        await expect.poll(async () => (await fetch(customer)).json()).toMatchObject({ riskLevel: 'high' })
        expect((await fetch(`${address}/customers/unknown`)).status).toBe(404)
        const refused = await post('/customers', { name: 'Beta GmbH', countryCode: 'Atlantis' })
        expect(refused.status).toBe(400)
        expect(await refused.json()).toMatchObject({
          issues: [{ path: ['countryCode'], message: expect.stringContaining('must be a country') }],
        })
        expect((await fetch(`${address}/customers`, { method: 'POST' })).status).toBe(400)
        const headers = { 'content-type': 'application/json' }
        const malformed = await fetch(`${address}/customers`, { method: 'POST', headers, body: '{"name"' })
        expect(malformed.status).toBe(400)
        const listed = await fetch(`${address}/screening/v1/entities`)
        expect(await listed.json()).toHaveLength(2)
        const throughProxy = await post('/screening/v1/entities', {
          type: 'organization',
          name: 'Gamma GmbH',
        })
        expect(throughProxy.status).toBeLessThan(400)

        for (const kind of ['lost_response', 'truncated', 'malformed_json'] as const) {
          service.server.faults.add({ operation: 'createEntity', kind, times: 1 })
          const name = `Delta ${kind} GmbH`
          const lost = await post('/customers', { name })
          // Pages create entities, too: whether this one is the customer's is for a person to say.
          expect({ status: lost.status, body: await lost.json() }, kind).toMatchObject({
            status: 502,
            body: { candidates: [expect.any(String)] },
          })
          const all: { name: string }[] = await (await fetch(`${address}/screening/v1/entities`)).json()
          expect(all.filter(entity => entity.name === name)).toHaveLength(1)
        }
      },
    )
  })

  it('has a test of its own', async () => {
    const { status, stdout } = await project.command('tsx', ['--test', 'app.test.ts'])
    expect(stdout).toMatch(/pass 6/)
    expect(status).toBe(0)
  })

  it('has correct types', async () => {
    const imports = ['--allowImportingTsExtensions']
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', 'node']
    const { status, stdout } = await project.command('tsc', [
      ...flags,
      '--target',
      'es2023',
      ...imports,
      'server.ts',
      'app.test.ts',
    ])
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  })
})
