import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { findBrowser } from '../../../find-browser.ts'
import { generateProject, type Project } from '../../project.ts'
import { copyExample, describeRecipe, withProgram } from './recipe.ts'

const flags = ['--yes', '--skip-install', '--no-dev', '--disable-telemetry', '--features', 'docs']

/** A worker needs a server: requests that a test answers do not reach it. */
const preview = (port: string) => [
  'node_modules/vite/bin/vite.js',
  ...['preview', '--outDir', 'storybook-static', '--host', '127.0.0.1', '--port', port],
]

await describeRecipe('Storybook', 'create-storybook', () => {
  let project: Project

  beforeAll(async () => {
    const react = ['.', '--template', 'react-ts', '--no-interactive']
    project = await generateProject(['create-vite@latest', ...react], [])
    const { status, stdout } = await project.run('npx', ['--yes', 'create-storybook@latest', ...flags])
    expect(status, stdout).toBe(0)
    await project.install([
      inject('tarball'),
      'zod@4',
      '@tanstack/react-query@5',
      'msw@3',
      'msw-storybook-addon@3',
    ])
    await project.command('msw', ['init', 'public', '--save'])
    await rm(join(project.folder, '.storybook/preview.tsx'))
    await copyExample(project, 'recipes/storybook', '.storybook')
    await copyExample(project, '20-storybook', 'src/20-storybook')
    await copyExample(project, '08-react-app/src', 'src/08-react-app/src')
  })

  afterAll(() => project?.remove())

  it('builds, and each story shows its own state', async () => {
    const { status, stdout, stderr } = await project.command('storybook', ['build', '--disable-telemetry'])
    expect(status, stdout + stderr).toBe(0)
    const browser = await chromium.launch(await findBrowser())
    const page = await browser.newPage()
    const stories = { 'every-risk': 'High Risk', 'still-screening': 'Screening' }
    await withProgram(project, preview, {}, async address => {
      for (const [story, text] of Object.entries(stories)) {
        await page.goto(`${address}/iframe.html?id=entity-table--${story}`)
        await page.getByText(text).first().waitFor()
      }
    })
    await browser.close()
  })

  it('and the types of its configuration are right', async () => {
    expect(await readFile(join(project.folder, '.storybook/main.ts'), 'utf8')).toContain(
      'msw-storybook-addon',
    )
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'esnext']
    const files = ['.storybook/main.ts', '.storybook/preview.ts']
    const { status, stdout } = await project.command('tsc', [
      ...flags,
      '--moduleResolution',
      'bundler',
      ...files,
    ])
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  })
})
