import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { startMsw } from './msw-node.ts'
import { describeWorkflow } from './suite.ts'

it('runs on msw 3', () => {
  expect(createRequire(import.meta.url)('msw/package.json').version).toMatch(/^3\./)
})

describeWorkflow('through msw 3 in node', startMsw)
