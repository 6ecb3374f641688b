import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../project.ts'

const example = join(import.meta.dirname, '../../../examples/21-react-testing-library')
const testFile = 'assessment.test.tsx'
/** The test of a component with TanStack Query. */
const queryTestFile = 'entity-list.test.tsx'

/** The imitations of a browser that tests of components run in. */
describe('the recipe for React Testing Library works', () => {
  const common = ['react@19', 'react-dom@19', '@testing-library/react@16', '@testing-library/dom@10']
  let modules: Project
  let commonjs: Project
  let text: string
  let queryText: string

  beforeAll(async () => {
    text = await readFile(join(example, testFile), 'utf8')
    queryText = await readFile(join(example, queryTestFile), 'utf8')
    const vitest = ['vitest@5.1.0', 'msw@3', 'jsdom', 'happy-dom', 'typescript@6', '@types/react@19']
    const packages = [...common, ...vitest, '@tanstack/react-query@5']
    modules = await createProject([inject('tarball'), ...packages], { type: 'module' })
    const jest = ['jest@30', 'ts-jest@29', 'typescript@6', '@jest/globals@30', 'msw@2']
    const jsdom = ['jest-environment-jsdom@30', 'jest-fixed-jsdom']
    commonjs = await createProject([inject('tarball'), ...common, ...jest, ...jsdom])
  })

  afterAll(async () => {
    await modules?.remove()
    await commonjs?.remove()
  })

  it.each(['jsdom', 'happy-dom'])('in Vitest with %s', async environment => {
    const change = (test: string) => test.replace('-environment jsdom', `-environment ${environment}`)
    await modules.write(testFile, change(text))
    await modules.write(queryTestFile, change(queryText))
    const { status, stdout, stderr } = await modules.command('vitest', ['run'])
    expect(stdout + stderr).toContain('3 passed')
    expect(status).toBe(0)
  })

  it('and its types are right', async () => {
    await modules.write(testFile, text)
    await modules.write(queryTestFile, queryText)
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--jsx', 'react-jsx']
    const formats = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022']
    const { status, stdout } = await modules.command('tsc', [...flags, ...formats, testFile, queryTestFile])
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  })

  it('in Jest, whose own jsdom has no Request', async () => {
    await commonjs.write(testFile, text.replace("'vitest'", "'@jest/globals'"))
    await commonjs.write('jest.config.cjs', await readFile(join(example, 'jest.config.cjs'), 'utf8'))
    const jest = [join('node_modules', 'jest', 'bin', 'jest.js'), '--ci']
    const { status, stderr } = await commonjs.run(process.execPath, jest)
    expect(stderr).toContain('Tests:       1 passed, 1 total')
    expect(status).toBe(0)
    const withoutCure = await commonjs.run(process.execPath, [...jest, '--env', 'jsdom'])
    expect(withoutCure.stderr).toContain('TextEncoder is not defined')
  })
})
