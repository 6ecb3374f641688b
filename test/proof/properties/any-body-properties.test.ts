import { inspect } from 'node:util'
import { EntityScreeningError } from 'entity-screening-sdk'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answering } from '../../answering.ts'
import { type Way, ways } from '../../transport/every-operation/ways.ts'
import { hold } from '../runs.ts'

type Path = readonly (string | number)[]

/** Values where other ones belong. */
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    null,
    '',
    '-',
    0,
    -1,
    1e308,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    'null',
    '[]',
    '{}',
  ),
  fc.constantFrom('{"a":', '9999-99-99', 'Feb 30, 2025', '\u0000', '\ud800', '\u202e', 'x'.repeat(5000)),
)

const key = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  'toJSON',
  'length',
  '',
)

/** The body of a success, changed in some places; or anything. */
function bodyOf({ good }: Way): fc.Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), value: odd, key: fc.option(key) })
  const changed = fc.array(change, { minLength: 1, maxLength: 4 }).map(changes =>
    changes.reduce((body: unknown, { at, value, key }) => {
      const paths = pathsOf(body)
      const path = paths[at % paths.length] ?? []
      return put(body, key === null ? path : [...path, key], value)
    }, good),
  )
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: odd })
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key]))]
}

/** A copy with another value at a path; `__proto__` is a key like others. */
function put(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(body))
    return body.map((item, at) => (String(at) === String(key) ? put(item, rest, value) : item))
  const entries = Object.entries(Object(body)).filter(([name]) => name !== key)
  const before = Object.getOwnPropertyDescriptor(Object(body), key)?.value
  const text = [...entries, [String(key), put(before, rest, value)] as const].map(
    ([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(part) ?? 'null'}`,
  )
  return JSON.parse(`{${text.join()}}`)
}

/** What happens to a text on its way. */
const damage = fc.constantFrom<(text: string) => string>(
  text => text,
  text => text,
  text => text,
  text => text.slice(0, text.length >> 1),
  text => `${text}${text}`,
  text => `\ufeff${text}`,
  text => ` \n${text}\r\n`,
  text => text.replace(/"\w+":/, '"__proto__":'),
  text => text.replace(/("\w+":)/, '$1{"__proto__":{"polluted":true}},$1'),
  text => text.replace(/\d+/, '1e400'),
  text => text.replace(/:"[^"]*"/, `:${'['.repeat(500)}${']'.repeat(500)}`),
  () => '',
  () => '<!doctype html><title>Gateway</title>',
)

const call = fc.constantFrom(...ways).chain(way =>
  fc.record({
    way: fc.constant(way),
    text: fc.tuple(bodyOf(way), damage).map(([body, damage]) => damage(JSON.stringify(body) ?? '')),
    status: fc.oneof(
      fc.constant(way.status),
      fc.constantFrom(200, 202, 206, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 599),
    ),
    validation: fc.constantFrom('lenient', 'lenient', 'strict', 'off'),
    type: fc.constantFrom('application/json', 'text/html', 'application/problem+json; charset=latin1', ''),
  }),
)

const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype]
const clean = prototypes.map(prototype => Reflect.ownKeys(prototype))

/** In milliseconds of the processor's time; a body has some thousand characters. */
const mostTime = 2000

it('any body of any operation is a value or one of our errors, soon, and leaves nothing behind', {
  tags: 'long',
}, async () => {
  const property = fc.asyncProperty(call, async ({ way, text, status, validation, type }) => {
    const headers = type === '' ? {} : { 'content-type': type }
    const { client } = answering(text, { status, headers }, { validation })
    const before = process.cpuUsage()
    const result = await way.call(client).then(
      value => ({ value }),
      (error: unknown) => ({ error }),
    )
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(mostTime)
    if ('error' in result) {
      expect(EntityScreeningError.is(result.error), inspect(result.error)).toBe(true)
      JSON.parse(JSON.stringify(result.error))
    } else {
      expect(status).toBeLessThan(300)
      expect(whyNotJson(result.value)).toBeNull()
      JSON.parse(JSON.stringify(result.value))
    }
    expect(prototypes.map(prototype => Reflect.ownKeys(prototype))).toEqual(clean)
  })
  await hold('any body of any operation', 800, property)
})

/** What is kept as `JSON.parse` gives it: a number that is too large for a double is infinite there (docs/quirks.md). */
function isAsItCame(key: string | number): boolean {
  return /^(?:unknownFields|branchOffices|risks|industryClassificationCodes|endpoints|authentication)$/.test(
    String(key),
  )
}

/** Why a value would be another one after JSON; null where it would not. */
function whyNotJson(value: unknown, path: Path = []): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null
  if (typeof value === 'number')
    return Number.isFinite(value) || path.some(isAsItCame) ? null : `${path.join('.')} is ${value}`
  if (typeof value !== 'object') return `${path.join('.')} is a ${typeof value}`
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null)
    return `${path.join('.')} has a prototype of its own`
  for (const [key, part] of Object.entries(value)) {
    const why = whyNotJson(part, [...path, key])
    if (why !== null) return why
  }
  return null
}
