import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { generateProject, type Project } from '../../project.ts'
import { copyExample, describeRecipe, startService, withProgram } from './recipe.ts'

// An empty project: the fonts and styles of the other template do not matter here, and the fonts come from another host.
const flags = ['.', '--yes', '--empty', '--no-tailwind', '--no-linter', '--skip-install', '--disable-git']
const next = 'node_modules/next/dist/bin/next'

await describeRecipe('Next.js', 'create-next-app', () => {
  let project: Project
  let service: Awaited<ReturnType<typeof startService>>

  beforeAll(async () => {
    project = await generateProject(['create-next-app@latest', ...flags], [inject('tarball'), 'zod@4'])
    // What an application has: the user of a session. Here, a cookie is enough.
    const session = `export const readUserId = ({ headers }: Request) => headers.get('cookie')\n`
    await project.write('session.ts', session)
    service = await startService()
  })

  afterAll(async () => {
    await service?.close()
    await project?.remove()
  })

  /** Builds without the service, as a container does, and reads page and route from the result. */
  async function build() {
    const { status, stdout, stderr } = await project.run(process.execPath, [next, 'build'])
    expect(status, stdout + stderr).toBe(0)
    const start = (port: string) => [next, 'start', '--port', port, '--hostname', '127.0.0.1']
    await withProgram(project, start, service.environment, async address => {
      expect(await (await fetch(`${address}/entities`)).text()).toContain('[sanctioned] Acme GmbH: High Risk')
      expect((await fetch(`${address}/screening/v1/entities`)).status).toBe(401)
      const listed = await fetch(`${address}/screening/v1/entities`, { headers: { cookie: 'user=ada' } })
      expect(await listed.json()).toMatchObject([{ name: '[sanctioned] Acme GmbH' }])
    })
  }

  it('builds as the generator writes it, and reads the list at each request', async () => {
    await copyExample(project, 'recipes/next')
    await build()
  })

  it('builds without cacheComponents', async () => {
    const settings = await readFile(join(project.folder, 'next.config.ts'), 'utf8')
    expect(settings).toContain('cacheComponents: true')
    await project.write('next.config.ts', 'export default {}\n')
    await copyExample(project, 'recipes/next-without-cache-components')
    await build()
  })
})
