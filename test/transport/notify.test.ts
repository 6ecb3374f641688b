import { expect, it } from 'vitest'
import { createNotify } from '../../src/transport/notify.ts'

/** Creates a function that calls observers, and the lines that it logs. */
function createTestNotify() {
  const lines: string[] = []
  const notify = createNotify((level, line) => void lines.push(`${level}: ${line()}`))
  return { lines, notify }
}

it('calls an observer before it returns, and does not await it', () => {
  const { lines, notify } = createTestNotify()
  const events: number[] = []
  notify('onCheck', event => new Promise(() => events.push(event)), 1)
  notify('onCheck', undefined, 2)
  expect([events, lines]).toEqual([[1], []])
})

it('logs an error that an observer throws, or that its promise rejects with, once', async () => {
  const { lines, notify } = createTestNotify()
  const fail = () => {
    throw new Error('full')
  }
  notify('afterCall', fail, 1)
  expect(lines).toEqual(['error: afterCall failed: full'])
  notify('afterCall', async () => fail(), 1)
  await new Promise(setImmediate)
  expect(lines).toEqual(['error: afterCall failed: full', 'error: afterCall failed: full'])
})
