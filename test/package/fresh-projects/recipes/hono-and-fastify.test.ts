import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../../project.ts'
import { copyExample } from './recipe.ts'

describe('the recipe for Hono and Fastify', () => {
  let project: Project

  beforeAll(async () => {
    const servers = ['hono@4', 'fastify@5', '@hono/node-server@2']
    const tools = ['tsx@4', 'typescript@6', '@types/node@24']
    project = await createProject([inject('tarball'), 'zod@4', ...servers, ...tools], { type: 'module' })
    await copyExample(project, 'recipes/hono-and-fastify')
  })

  afterAll(() => project?.remove())

  it.each(['hono-app.test.ts', 'fastify-app.test.ts'])('has a test that passes: %s', async file => {
    const { status, stdout } = await project.command('tsx', ['--test', file])
    expect(stdout).toMatch(/pass 3/)
    expect(status).toBe(0)
  })

  it('has correct types', async () => {
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', 'node']
    const files = ['hono-app.test.ts', 'fastify-app.test.ts']
    const { status, stdout } = await project.command('tsc', [
      ...flags,
      ...['--target', 'es2023', '--allowImportingTsExtensions'],
      ...files,
    ])
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  })
})
