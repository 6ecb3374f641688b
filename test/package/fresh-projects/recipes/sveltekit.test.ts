import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { generateProject, type Project } from '../../project.ts'
import { copyExample, describeRecipe, startService, withProgram } from './recipe.ts'

const flags = ['create', '.', '--template', 'minimal', '--types', 'ts', '--no-add-ons', '--no-install']
const vite = 'node_modules/vite/bin/vite.js'

// What an application has: a user for each request with a session. Here, a cookie is enough.
const hooks = `import type { Handle } from '@sveltejs/kit'
export const handle: Handle = ({ event, resolve }) => {
  event.locals.userId = event.cookies.get('user')
  return resolve(event)
}
`
const types = `declare global {
  namespace App {
    interface Locals { userId?: string }
  }
}
export {}
`
const cookie = 'user=ada'

await describeRecipe('SvelteKit', 'sv', () => {
  let project: Project
  let service: Awaited<ReturnType<typeof startService>>

  beforeAll(async () => {
    project = await generateProject(['sv@latest', ...flags], [inject('tarball'), 'zod@4'])
    await copyExample(project, 'recipes/sveltekit')
    await project.write('src/hooks.server.ts', hooks)
    await project.write('src/app.d.ts', types)
    service = await startService()
  })

  afterAll(async () => {
    await service?.close()
    await project?.remove()
  })

  it('builds, reads the list on the server, and answers every method of a page', async () => {
    const { status, stdout, stderr } = await project.run(process.execPath, [vite, 'build'])
    expect(status, stdout + stderr).toBe(0)
    const preview = (port: string) => [vite, 'preview', '--host', '127.0.0.1', '--port', port]
    await withProgram(project, preview, service.environment, async address => {
      expect(await (await fetch(`${address}/entities`)).text()).toContain('[sanctioned] Acme GmbH: High Risk')
      const created = await fetch(`${address}/screening/v1/entities`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ type: 'organization', name: 'Nordwind GmbH' }),
      })
      expect(created.ok).toBe(true)
      const list = `${address}/screening/v1/entities`
      expect(await (await fetch(list, { headers: { cookie } })).json()).toHaveLength(2)
      expect((await fetch(list)).status).toBe(401)
    })
  })

  it('and its types are right', async () => {
    const { status, stdout, stderr } = await project.run('npm', ['run', 'check'])
    expect(status, stdout + stderr).toBe(0)
  })
})
