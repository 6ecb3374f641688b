import type { MockServerOptions, ServiceResponse } from 'entity-screening-sdk/mock-server'

/** A function of JavaScript: the compiler would refuse most of these results. */
export type AnyTransform = (response: ServiceResponse) => unknown

const cycle: { self?: unknown } = {}
cycle.self = cycle

/** Functions that fail, or whose results HTTP cannot carry, each with a part of the sentence that the response has. */
export const failingTransforms: Readonly<
  Record<string, readonly [transform: AnyTransform, sentence: string]>
> = {
  'throws an error': [
    () => {
      throw new Error('out of order')
    },
    'out of order',
  ],
  'throws no error': [
    () => {
      throw null
    },
    'null',
  ],
  'is async': [async response => response, 'must not return a promise'],
  'returns nothing': [() => undefined, 'undefined'],
  'has a status below 200': [
    response => ({ ...response, status: 101 }),
    'status must be a whole number from 200 to 599, not 101',
  ],
  'has a status above 599': [
    response => ({ ...response, status: 600 }),
    'status must be a whole number from 200 to 599, not 600',
  ],
  'has a text as status': [
    response => ({ ...response, status: '200' }),
    'status must be a whole number from 200 to 599, not 200',
  ],
  'has a header without a name': [response => ({ ...response, headers: { 'x trace': '1' } }), 'x trace'],
  'has a header with a line break': [
    response => ({ ...response, headers: { 'x-trace': 'a\r\nb' } }),
    'a\r\nb',
  ],
  'has a BigInt in its body': [response => ({ ...response, body: { count: 1n } }), 'BigInt'],
  'has a cycle in its body': [response => ({ ...response, body: cycle }), 'circular'],
  'has no body': [
    ({ status, headers }) => ({ status, headers }),
    'body must be JSON or a text, not undefined',
  ],
  'has a function as body': [
    response => ({ ...response, body: () => 1 }),
    'body must be JSON or a text, not function',
  ],
}

/** Functions whose results HTTP can carry. */
export const workingTransforms: Readonly<Record<string, NonNullable<MockServerOptions['transform']>>> = {
  'changes nothing': response => response,
  'changes the body': response => ({ ...response, body: { changed: [response.body, 'Ж', '\ud800'] } }),
  'leaves a member undefined': response => ({ ...response, body: { a: undefined, ['__proto__']: 1, b: -0 } }),
  'returns objects of another realm': response => ({ ...response, body: structuredClone({ a: [{ b: 1 }] }) }),
  'returns a text': response => ({ ...response, body: '<h1>Ж</h1>' }),
  'returns an empty text': response => ({ ...response, body: '' }),
  'returns an error': response => ({ ...response, status: 599, body: null }),
  'returns a redirection': response => ({
    ...response,
    status: 302,
    headers: { ...response.headers, location: '/elsewhere' },
  }),
  'has no content': response => ({ ...response, status: 204 }),
  'resets the content': response => ({ ...response, status: 205 }),
  'is not modified': response => ({ ...response, status: 304 }),
  'adds headers in capitals': response => ({
    ...response,
    headers: { ...response.headers, 'Content-Type': 'text/plain', 'X-Trace': 'one\ttwo' },
  }),
}
