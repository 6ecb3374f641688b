import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { findBrowser } from '../../../find-browser.ts'
import { generateProject, type Project } from '../../project.ts'
import { copyExample, describeRecipe } from './recipe.ts'

await describeRecipe('Playwright, with the mock server in a process of its own', 'create-vite', () => {
  let project: Project

  beforeAll(async () => {
    const template = ['.', '--template', 'vanilla-ts', '--no-interactive']
    const packages = [inject('tarball'), 'zod@4', '@playwright/test']
    project = await generateProject(['create-vite@latest', ...template], packages)
    await copyExample(project, 'recipes/playwright')
  })

  afterAll(() => project?.remove())

  it('starts both, and the test moves the clock', async () => {
    const { args = [], ...browser } = await findBrowser()
    // Each test closes its page, and in one process the browser would go with it.
    const launchOptions = { ...browser, args: args.filter(arg => arg !== '--single-process') }
    await project.write(
      'here.config.ts',
      `import recipe from './playwright.config.ts'
       export default { ...recipe, use: { ...recipe.use, launchOptions: ${JSON.stringify(launchOptions)} } }`,
    )
    const { status, stdout, stderr } = await project.command('playwright', [
      'test',
      '--config',
      'here.config.ts',
    ])
    expect(stdout + stderr).toContain('1 passed')
    expect(status).toBe(0)
  })
})
