import { http } from 'msw'
import { http as http2 } from 'msw-2'
import { expect, it } from 'vitest'
import { startMsw } from './msw-node.ts'
import { describeWorkflow } from './suite.ts'

it('runs on msw 2', () => {
  expect(http).toBe(http2)
})

describeWorkflow('through msw 2 in node', startMsw)
