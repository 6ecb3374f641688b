import { afterEach, expect, it, vi } from 'vitest'

const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
afterEach(() => printed.mockClear())

const lines = () => printed.mock.calls.map(([line]) => line)

it('the example of faults shows what is repeated and what is not', { tags: 'long' }, async () => {
  await import('../../examples/13-faults-and-retries.ts')
  expect(lines()).toEqual([
    'A read is retried:',
    '  listEntities, attempt 1',
    '  listEntities, attempt 2',
    '  listEntities, attempt 3',
    '  done',
    'Retries are limited:',
    '  listEntities, attempt 1',
    '  listEntities, attempt 2',
    '  listEntities, attempt 3',
    '  TimeoutError, outcome not_done',
    '  entities.list: no response within 100 ms (timeout)',
    'A creation that was refused with 429 is retried:',
    '  createEntity, attempt 1',
    '  createEntity, attempt 2',
    '  done',
    'A creation that may have been processed is not:',
    '  createEntity, attempt 1',
    '  ConnectionError, outcome unknown',
    expect.stringMatching(/^ {2}entities\.create: .*the request may still have been processed$/),
  ])
})

it('the example of a full team tells the limit from a key that may not', async () => {
  await import('../../examples/12-entity-limit.ts')
  expect(lines()).toEqual(['Nordwind GmbH is created', 'No room for Larkspur Bearings AB'])
})

it('the example of networks says who owns a company and who blocks it', async () => {
  await import('../../examples/25-networks.ts')
  expect(lines()).toEqual(
    expect.arrayContaining([
      '  Dragomir Vosskov, 0.8 to 0.8',
      '  Dragomir Vosskov, by ownership and control, certain',
      '  Tideglass Logistics GmbH is blocked under the OFAC rule.',
    ]),
  )
  expect(lines().at(-1)).toContain('not legal advice, not clearance')
})

it('the example of doubtful relations settles each doubt', async () => {
  await import('../../examples/38-doubtful-relations.ts')
  expect(lines()).toEqual([
    'Relations in doubt: 7',
    'With knownWords: 6',
    'With knownWords and knownFields: 0',
    'With readRelation: 0',
  ])
})

it('the example of evidence finds the sanctioned owner, and draws the network', async () => {
  await import('../../examples/26-evidence.ts')
  expect(printed.mock.calls).toContainEqual([expect.any(String), 'sanctions', 1])
  expect(lines().at(-1)).toMatch(/^flowchart LR\n/)
})

it('the example of fixtures lists what was loaded, with its risk', async () => {
  await import('../../examples/28-fixtures.ts')
  expect(lines()).toEqual([
    expect.stringMatching(/^Halfmoon Minerals Oy: high, \d+$/),
    'Acme Castings Ltd: high, 82',
  ])
})

it('the example of a recording lists its entities', async () => {
  await import('../../examples/40-replay-a-recording.ts')
  expect(lines()).toEqual(['Acme Castings Ltd: high'])
})
