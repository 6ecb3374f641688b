import { inspect } from 'node:util'
import {
  type ClientOptions,
  EntityScreening,
  EntityScreeningError,
  type Hooks,
  type Logger,
} from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { byRequest } from '../../by-request.ts'
import { failureOf } from '../../failure-of.ts'
import { type Way, ways } from '../../transport/every-operation/ways.ts'
import { type BehaviourName, behaviours, startEchoing } from './echoing.ts'
import { everythingOf, expectNoKey, nastyKey } from './exposure.ts'

const { addressOf } = await startEchoing()

/** A client that tells all it can to whoever listens. */
function talkative(behaviour: BehaviourName, options: ClientOptions = {}) {
  const told: string[] = []
  const write = (line: string) => void told.push(line)
  const tell = (context: object) => void told.push(everythingOf(context))
  const logger: Logger = { error: write, warn: write, info: write, debug: write }
  const hooks: Hooks = {
    beforeRequest: tell,
    afterResponse: tell,
    afterFailure: tell,
    afterCall: tell,
  }
  const client = new EntityScreening({
    apiKey: nastyKey,
    baseUrl: addressOf(behaviour),
    logger,
    logLevel: 'debug',
    hooks,
    onQuirk: tell,
    maxRetries: 1,
    retry: { maxDelay: 1 },
    // Only a silent service makes a call wait for its limit.
    timeout: behaviour === 'silent' ? 150 : 10_000,
    ...options,
  })
  return { client, told }
}

const failing = Object.keys(behaviours).filter(isFailing)

function isFailing(name: string): name is BehaviourName {
  return name !== 'good' && name !== 'drifted' && name !== 'row-errors'
}

async function expectSecretFailure(
  way: Way,
  { client, told }: ReturnType<typeof talkative>,
  options?: Parameters<Way['call']>[1],
): Promise<void> {
  const failure = await failureOf(way.call(client, options))
  expect(failure).toBeInstanceOf(EntityScreeningError)
  expectNoKey(everythingOf(failure))
  expectNoKey(told.join('\n'))
}

describe.each(failing)('a service that answers %s with the key', behaviour => {
  // Health may say of itself that it is not well, and has said it successfully.
  const failed = ways.filter(({ operation }) => behaviour !== 'no-success' || operation !== 'getHealth')
  it.concurrent.each(failed)('gets it into no error, log line, hook or report of $name', async way => {
    const talk = talkative(behaviour)
    await expectSecretFailure(way, talk)
    expect(talk.told.length).toBeGreaterThanOrEqual(2)
  })
})

describe('drift with the key in names and values', () => {
  it.each(ways)('gets it into no log line and report of a lenient $name', async way => {
    const { client, told } = talkative('drifted')
    await way.call(client)
    expectNoKey(told.join('\n'))
    expect(told.filter(line => line.includes('[redacted]')).length).toBeGreaterThanOrEqual(2)
  })

  it.each(ways)('gets it into no error of a strict $name', async way => {
    await expectSecretFailure(way, talkative('drifted', { validation: 'strict' }))
  })

  it('gets it into no quirk of withResponse()', async () => {
    const { client } = talkative('drifted')
    const answers = await Promise.all([
      client.entities.list().withResponse(),
      client.entities.network('e1').withResponse(),
      client.entities.createBulk([{ type: 'organization', name: 'A', countryCode: 'DE' }]).withResponse(),
    ])
    for (const { quirks } of answers) {
      expect(quirks.length).toBeGreaterThan(0)
      expectNoKey(everythingOf(quirks))
    }
  })
})

it('the errors of rows repeat no key', async () => {
  const { client, told } = talkative('row-errors')
  const rows = [{ type: 'organization', name: 'A', countryCode: 'DE' }] as const
  const { data, raw, quirks } = await client.entities.createBulk(rows).withResponse()
  expect(data.errors).toHaveLength(3)
  expectNoKey(everythingOf([data, raw, quirks, told]))
})

describe('a failure on the way', () => {
  it.each(ways)('gets the key into nothing of $name where a fetch throws what it was given', async way => {
    const fetch = async (request: Request): Promise<Response> => {
      const { headers } = request
      const cause = Object.assign(new Error(nastyKey), { code: nastyKey, request, headers })
      throw Object.assign(new TypeError('fetch failed', { cause }), { request, headers: [...headers] })
    }
    await expectSecretFailure(way, talkative('good', { fetch: byRequest(fetch) }))
  })

  it.each(ways)('gets the key into nothing of $name where the caller gives it as a reason', async way => {
    const signal = AbortSignal.abort(new Error(nastyKey))
    await expectSecretFailure(way, talkative('good'), { signal })
  })
})

it('a wait that fails repeats no key', { tags: 'long' }, async () => {
  const { client, told } = talkative('failed')
  const failure = await failureOf(client.entities.waitFor('e1', () => false, { every: 1, timeout: 300 }))
  expect(failure).toMatchObject({ name: 'WaitTimeoutError', cause: { name: 'ServerError' } })
  expectNoKey(everythingOf(failure))
  expectNoKey(everythingOf(await failureOf(client.entities.reconcile([], { otherCreations: null }))))
  expectNoKey(told.join('\n'))
})

it('an identifier that is the key is in no log line and hook', async () => {
  const { client, told } = talkative('good')
  expectNoKey(everythingOf(await failureOf(client.entities.network(nastyKey))))
  expectNoKey(told.join('\n'))
})

it('a header that is called like the key is in no hook', async () => {
  const apiKey = 'sk-a-token-of-letters'
  const seen: string[] = []
  const client = new EntityScreening({
    apiKey,
    baseUrl: 'http://in-process',
    fetch: async () => new Response('[]', { headers: { [`x-${apiKey}`]: apiKey, 'x-kept': 'yes' } }),
    hooks: { afterResponse: ({ headers }) => void seen.push(inspect(headers)) },
  })
  await client.entities.list()
  expect(seen.join()).toContain('x-kept')
  expectNoKey(seen.join(), apiKey)
})

describe('the key is not in', () => {
  it('a client, whatever has become of it', async () => {
    const { client } = talkative('refused-key')
    await failureOf(client.entities.list())
    const derived = client.withOptions({ headers: { 'x-a': '1' } }).withOptions({ maxRetries: 0 })
    for (const one of [client, client.entities, client.search, client.service, derived, derived.entities]) {
      expectNoKey(everythingOf(one))
    }
  })

  it('a call under way, nor one that has failed', async () => {
    const { client } = talkative('refused-key')
    const call = client.entities.list()
    expectNoKey(everythingOf(call))
    await failureOf(call)
    expectNoKey(everythingOf(call))
    expectNoKey(everythingOf(client.entities.stream()))
  })

  it.each<[string, unknown]>([
    ['in place of options', nastyKey],
    ['in place of the address', { apiKey: nastyKey, baseUrl: nastyKey }],
    ['with a line break', { apiKey: `${nastyKey}\n`, baseUrl: 'https://a.example' }],
    ['among the headers', { baseUrl: 'https://a.example', headers: { authorization: nastyKey } }],
    ['in the address', { apiKey: nastyKey, baseUrl: 'https://a.example/?key=sk-a-very-secret-key' }],
  ])('the error for a key %s', (_, options) => {
    const create = () => new EntityScreening(options as ClientOptions)
    try {
      create()
    } catch (error) {
      expect(error).toMatchObject({ name: 'InputValidationError' })
      expectNoKey(everythingOf(error))
    }
    expect.assertions(1)
  })
})
