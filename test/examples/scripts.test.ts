import { afterEach, expect, it, vi } from 'vitest'

const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
afterEach(() => printed.mockClear())

const lines = () => printed.mock.calls.map(([line]) => line)

it('the example of faults shows what is repeated and what is not', async () => {
  await import('../../examples/13-faults-and-retries.ts')
  expect(lines()).toEqual([
    'A read is retried:',
    '  listEntities again, after 503',
    '  listEntities again, after 503',
    '  done',
    'Retries are limited:',
    '  listEntities again, after no answer',
    '  listEntities again, after no answer',
    '  TimeoutError, outcome unknown',
    '  entities.list: no response in time',
    'A creation that was refused with 429 is retried:',
    '  createEntity again, after 429',
    '  done',
    'A creation that may have been processed is not:',
    '  ConnectionError, outcome unknown',
    expect.stringMatching(/^ {2}entities\.create: .*the request may still have been processed$/),
  ])
})

it('the example of a full team tells the limit from a key that may not', async () => {
  await import('../../examples/12-entity-limit.ts')
  expect(lines()).toEqual(['Nordwind GmbH is created', 'No room for Larkspur Bearings AB'])
})
