import type { MockServerOptions, ServiceResponse } from 'entity-screening-sdk/mock-server'

/** A function of JavaScript: the compiler would refuse most of these results. */
export type AnyTransform = (response: ServiceResponse) => unknown

function throwing(thrown: unknown): AnyTransform {
  return () => {
    throw thrown
  }
}

const cycle: { self?: unknown } = {}
cycle.self = cycle

const { proxy: revokedProxy, revoke } = Proxy.revocable({}, {})
revoke()

/** Functions that fail, or whose results HTTP cannot carry, each with the sentence that the response has. */
export const failingTransforms: Readonly<
  Record<string, readonly [transform: AnyTransform, sentence: string]>
> = {
  'throws an error': [throwing(new Error('out of order')), 'out of order'],
  'throws no error': [throwing(null), 'null'],
  'throws a revoked Proxy': [throwing(revokedProxy), 'an error without a message'],
  'throws what has no text': [throwing(Object.create(null)), 'an error without a message'],
  'is async': [async response => response, 'must not return a promise'],
  rejects: [async () => Promise.reject(new Error('too late')), 'must not return a promise'],
  'returns nothing': [() => undefined, 'must return a response with status, headers and body, not undefined'],
  'returns null': [() => null, 'must return a response with status, headers and body, not null'],
  'has a status below 200': [
    response => ({ ...response, status: 101 }),
    'status must be a whole number from 200 to 599, not 101',
  ],
  'has a status above 599': [
    response => ({ ...response, status: 600 }),
    'status must be a whole number from 200 to 599, not 600',
  ],
  'has a fraction as status': [
    response => ({ ...response, status: 200.5 }),
    'status must be a whole number from 200 to 599, not 200.5',
  ],
  'has a text as status': [
    response => ({ ...response, status: '200' }),
    'status must be a whole number from 200 to 599, not "200"',
  ],
  'has the status 407': [
    response => ({ ...response, status: 407 }),
    'status must not be 407, which fetch takes for a broken connection',
  ],
  'has no headers': [
    ({ status, body }) => ({ status, body }),
    'headers must be an object with a text for each name',
  ],
  'has the headers of fetch': [
    response => ({ ...response, headers: new Headers({ 'x-trace': '1' }) }),
    'headers must be an object with a text for each name',
  ],
  'has a header without a name': [
    response => ({ ...response, headers: { 'x trace': '1' } }),
    'headers must not have the name "x trace"',
  ],
  'has a header with a line break': [
    response => ({ ...response, headers: { 'x-trace': 'a\r\nset-cookie: b' } }),
    'headers["x-trace"] must be a text of visible ASCII characters and spaces, not "a\\r\\nset-cookie: b"',
  ],
  'has a header with an umlaut': [
    response => ({ ...response, headers: { 'x-trace': 'ü' } }),
    'headers["x-trace"] must be a text of visible ASCII characters and spaces, not "ü"',
  ],
  'has a number as header': [
    response => ({ ...response, headers: { 'x-trace': 1 } }),
    'headers["x-trace"] must be a text of visible ASCII characters and spaces, not 1',
  ],
  'has a header of the connection': [
    response => ({ ...response, headers: { 'Transfer-Encoding': 'chunked' } }),
    'headers must not have Transfer-Encoding, which the transport writes',
  ],
  'has a BigInt in its body': [
    response => ({ ...response, body: { count: 1n } }),
    'body must be JSON or a text, but body.count is a bigint',
  ],
  'has a cycle in its body': [
    response => ({ ...response, body: cycle }),
    'body must be JSON or a text, but a part of it is more than 100 levels deep, or a cycle',
  ],
  'has no body': [
    ({ status, headers }) => ({ status, headers }),
    'body must be JSON or a text, but body is undefined',
  ],
  ...Object.fromEntries(
    Object.entries<() => unknown>({
      'is a function': () => () => 1,
      'is NaN': () => Number.NaN,
      'is of the class Promise': () => Promise.reject(new Error('late')),
      'is of the class Map': () => new Map([['a', 1]]),
      'is of the class Set': () => new Set([1]),
      'is of the class Blob': () => new Blob(['text']),
      'is of the class Uint8Array': () => Buffer.from('text'),
      'is of the class ReadableStream': () => new Blob(['text']).stream(),
      'is of the class Response': () => new Response('text'),
      'is of the class Error': () => new Error('text'),
      'is of the class Date': () => new Date(0),
      'is an instance of a class': () => new (class Entity {})(),
    }).flatMap(([issue, createBody]) => [
      [
        `has a body that ${issue}`,
        [response => ({ ...response, body: createBody() }), `body must be JSON or a text, but body ${issue}`],
      ] satisfies [string, [AnyTransform, string]],
      [
        `has a member that ${issue}`,
        [
          response => ({ ...response, body: { list: [{}, { a: createBody(), b: createBody() }] } }),
          `body must be JSON or a text, but body.list[1].a ${issue}`,
        ],
      ] satisfies [string, [AnyTransform, string]],
    ]),
  ),
  'has undefined in an array': [
    response => ({ ...response, body: [undefined] }),
    'body must be JSON or a text, but body[0] is undefined',
  ],
  'has promises for status and headers': [
    response => ({
      ...response,
      status: Promise.reject(new Error('late')),
      headers: { 'x-trace': Promise.reject(new Error('late')) },
      other: Promise.reject(new Error('late')),
    }),
    'status must be a whole number from 200 to 599, not object',
  ],
  'has a member that throws': [
    response => ({
      ...response,
      get body() {
        throw new Error('no body today')
      },
    }),
    'no body today',
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
