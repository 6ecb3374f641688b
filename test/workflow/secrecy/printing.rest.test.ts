import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type BehaviourName, behaviours, startEchoing } from './echoing.ts'
import { expectNoKey, nastyKey } from './exposure.ts'

const { addressOf } = await startEchoing()
const program = fileURLToPath(new URL('printing.ts', import.meta.url))

const isBehaviour = (name: string): name is BehaviourName => Object.hasOwn(behaviours, name)

it('a program that prints all it can, and ends with an error that nobody catches, prints no key', async () => {
  // The first is what it ends with.
  const addresses = ['refused-key', ...Object.keys(behaviours)].filter(isBehaviour).map(addressOf)
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...addresses], {
    env: { ...process.env, NODE_OPTIONS: '', ENTITY_SCREENING_API_KEY: nastyKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      printed += text
    })
  }
  const [status] = await once(child, 'close')
  expect(status).toBe(1)
  for (const what of [
    'AuthenticationError',
    'ConnectionError',
    'TimeoutError',
    'drift',
    '(attempt 2)',
    'Node.js v',
  ])
    expect(printed).toContain(what)
  expectNoKey(printed)
})
