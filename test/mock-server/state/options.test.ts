import { createMockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

/** What an application without types may pass. */
function createWith(options: unknown) {
  return () => createMockServer(options as MockServerOptions)
}

const clocks = 'manual, stepping, real, or { speed } with a whole number from 1 to 999999'

it.each([
  ['seed', { seed: '1' }, 'seed must be a number'],
  ['seed', { seed: 1.5 }, 'seed must be a whole number'],
  ['seed', { seed: Number.NaN }, 'seed must be a number'],
  ['clock', { clock: 'fast' }, `clock must be ${clocks}`],
  ['a factor as clock', { clock: 'x60' }, `clock must be ${clocks}`],
  ['a fraction as speed', { clock: { speed: 0.5 } }, `clock must be ${clocks}`],
  ['a speed too high', { clock: { speed: 1_000_000 } }, 'clock.speed must be at most 999999'],
  ['a latency as text', { latency: '200ms' }, 'latency must be a number'],
  ['a latency below 0', { latency: -1 }, 'latency must be'],
  ['a latency that is too long', { latency: 86_400_001 }, 'latency must be'],
  ['realLatency', { realLatency: 200 }, 'realLatency is not a field here'],
  ['keys', { keys: ['key'] }, 'keys must be an object'],
  ['keys', { keys: 'key=team' }, 'keys must be an object'],
  ['keys', { keys: new Map([['key', 'team']]) }, "keys must be an object such as { 'my-key': 'team-1' }"],
  [
    'dialect',
    { dialect: 'sample', behaviour: { dialect: 'documented' } },
    'dialect is "sample", but behaviour.dialect "documented": give one of them',
  ],
  ['keys.key', { keys: { key: 1 } }, 'keys.key must be a string'],
  ['entityLimit', { entityLimit: -1 }, 'entityLimit must be at least 0'],
  ['entityLimit', { entityLimit: '10' }, 'entityLimit must be a number'],
  ['entityLimit', { entityLimit: Number.POSITIVE_INFINITY }, 'entityLimit must be a'],
  ['bodyLimit', { bodyLimit: 0.5 }, 'bodyLimit must be a whole number'],
  ['bodyLimit', { bodyLimit: null }, 'bodyLimit must be a'],
  ['maxTextLength', { maxTextLength: 0 }, 'maxTextLength must be at least 1'],
  ['dialect', { dialect: 'klingon' }, 'dialect must be one of "documented", "sample", "mixed"'],
  [
    'behaviour.searchRequiresKey',
    { behaviour: { searchRequiresKey: 'no' } },
    'behaviour.searchRequiresKey must be',
  ],
  ['behaviour.firstRow', { behaviour: { firstRow: 3 } }, 'behaviour.firstRow must be one of'],
  ['behaviour.caseStatuses', { behaviour: { caseStatuses: [] } }, 'behaviour.caseStatuses must be an object'],
  [
    'caseStatuses.low',
    { behaviour: { caseStatuses: { low: 1 } } },
    'behaviour.caseStatuses.low must be a string',
  ],
  [
    'caseStatuses.critical',
    { behaviour: { caseStatuses: { critical: 'X' } } },
    'behaviour.caseStatuses.critical is not a field here',
  ],
  ['seeds', { seeds: 1 }, 'seeds is not a field here'],
  ['toString', { toString: 1 }, 'toString is not a field here'],
])('a wrong option is named: %s in %j', (_, options, rule) => {
  expect(createWith(options)).toThrow(TypeError)
  expect(createWith(options)).toThrow(`createMockServer: ${rule}`)
})

it.each([null, 1, 'manual', true, [[]]])('options are an object, not %j', options => {
  expect(createWith(options)).toThrow(/^createMockServer: the options must be an object/)
})

it('all wrong options are named at once', () => {
  expect(createWith({ seed: 'x', clock: 'y', extra: 1 })).toThrow(/seed .+; clock .+; extra /)
})

it('options may be left out, or undefined', () => {
  const undefinedOptions = {
    seed: undefined,
    clock: undefined,
    keys: undefined,
    entityLimit: undefined,
    bodyLimit: undefined,
    maxTextLength: undefined,
    dialect: undefined,
    behaviour: undefined,
    transform: undefined,
  }
  for (const server of [createMockServer(), createMockServer({}), createMockServer(undefinedOptions)]) {
    expect(server.clock.now()).toBe(Date.UTC(2025, 0, 1))
    expect(server.bodyLimit).toBe(24_512_000)
  }
})

it('a seed may be negative or zero', () => {
  const key = (seed: number) => createMockServer({ seed }).teams.create().apiKey
  expect(new Set([key(-1), key(0), key(1)]).size).toBe(3)
})

it.each(['', 'two words', 'line\nbreak'])('the key %j, which no header can carry, is refused', key => {
  expect(createWith({ keys: { [key]: 'team-1' } })).toThrow(/^createMockServer: keys/)
})
