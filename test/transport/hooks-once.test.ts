import { EntityScreeningError, type Hooks } from 'entity-screening-sdk'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { respondingWith } from '../answering.ts'
import { repetitions } from '../repetitions.ts'
import { wireEntity } from '../resources/streaming.ts'

/** What may become of an attempt. */
const fates = ['good', '400', '429', '500', 'reset', 'refused', 'silent', 'broken', 'hook'] as const
type Fate = (typeof fates)[number]

const good = (isCreation: boolean) =>
  isCreation
    ? new Response('{"success":true,"data":{"id":"e1"}}')
    : new Response(JSON.stringify([wireEntity]))

function respond(fate: Fate, isCreation: boolean): Response | Promise<Response> {
  const failure = (code: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) })
  if (fate === 'reset') throw failure('ECONNRESET')
  if (fate === 'refused') throw failure('ECONNREFUSED')
  if (fate === 'silent') return new Promise(() => {})
  if (fate === 'broken') {
    const start = (controller: ReadableStreamDefaultController) => {
      controller.enqueue(new TextEncoder().encode('[{"id":'))
      controller.error(new TypeError('terminated'))
    }
    return new Response(new ReadableStream({ start }))
  }
  return /^\d/.test(fate) ? new Response('{}', { status: Number(fate) }) : good(isCreation)
}

async function readAll(items: AsyncIterable<unknown>): Promise<void> {
  for await (const item of items) expect(item).toBeDefined()
}

const ways = {
  list: client => client.entities.list(),
  withResponse: client => client.entities.list().withResponse(),
  asResponse: client => client.entities.list().asResponse(),
  stream: client => readAll(client.entities.stream()),
  create: client => client.entities.create({ type: 'person', name: 'A' }),
} satisfies Record<string, (client: ReturnType<typeof respondingWith>['client']) => PromiseLike<unknown>>

/** What hooks were told of one call, in its order. */
interface Told {
  readonly events: string[]
  readonly ends: Parameters<NonNullable<Hooks['afterCall']>>[0][]
}

async function run(way: keyof typeof ways, plan: readonly Fate[], maxRetries: number): Promise<Told> {
  const told: Told = { events: [], ends: [] }
  const say =
    (event: string) =>
    ({ attempt }: { attempt: number }) =>
      void told.events.push(`${event} ${attempt}`)
  const hooks: Hooks = {
    beforeRequest(context) {
      say('begin')(context)
      if (plan[context.attempt - 1] === 'hook') throw new Error('a hook failed')
    },
    afterResponse: say('end'),
    afterFailure: say('end'),
    afterCall: context => void told.ends.push(context),
  }
  const { client } = respondingWith(attempt => respond(plan[attempt - 1] ?? 'good', way === 'create'), {
    hooks,
    maxRetries,
    timeout: 15,
    retry: { maxDelay: 1, maxRetryAfter: 1 },
  })
  const error: unknown = await ways[way](client).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const [end] = told.ends
  expect(end?.error).toBe(error)
  if (EntityScreeningError.is(error)) expect(end?.outcome).toBe(error.outcome)
  if (error === null) expect(end?.outcome).toBe('done')
  return told
}

it('each attempt ends with one closing hook, and each call with one, whatever fails', async () => {
  const plans = fc.array(fc.constantFrom(...fates), { maxLength: 4 })
  const calls = fc.tuple(fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])), plans, fc.nat(3))
  await fc.assert(
    fc.asyncProperty(calls, async ([way, plan, maxRetries]) => {
      const { events, ends } = await run(way, plan, maxRetries)
      const [end] = ends
      expect(ends).toHaveLength(1)
      const expected = Array.from({ length: end?.attempts ?? 0 }, (_, index) => [
        `begin ${index + 1}`,
        `end ${index + 1}`,
      ])
      expect(events).toEqual(expected.flat())
      expect(end?.attempts).toBeLessThanOrEqual(maxRetries + 1)
    }),
    { numRuns: repetitions(150) },
  )
})

it('hooks tell calls apart that run at once', async () => {
  const seen: string[] = []
  const { client } = respondingWith(() => new Response('[]'), {
    hooks: {
      beforeRequest: ({ call }) => void seen.push(`begin ${call}`),
      afterCall: ({ call }) => void seen.push(`end ${call}`),
    },
  })
  await Promise.all([client.entities.list(), client.entities.list()])
  expect(new Set(seen)).toHaveLength(4)
})

it('a call that is refused before any attempt ends too', async () => {
  const ends: unknown[] = []
  const { client } = respondingWith(() => new Response('[]'), {
    hooks: { afterCall: context => void ends.push(context) },
  })
  const error: unknown = await client.entities.network('').catch((thrown: unknown) => thrown)
  expect(ends).toMatchObject([{ operation: 'getNetwork', attempts: 0, outcome: 'not_done', error }])
})

it('a call that was aborted before makes no attempt', async () => {
  const ends: unknown[] = []
  const { client, sent } = respondingWith(() => new Response('[]'), {
    hooks: { beforeRequest: () => expect.unreachable(), afterCall: context => void ends.push(context) },
  })
  const error: unknown = await client.entities
    .list({ signal: AbortSignal.abort() })
    .catch((thrown: unknown) => thrown)
  expect(ends).toMatchObject([{ attempts: 0, outcome: 'not_done', error }])
  expect(sent).toEqual([])
})

it('a call that fails ends before anybody awaits it', async () => {
  const ends: unknown[] = []
  let tell = () => {}
  const told = new Promise<void>(resolve => {
    tell = resolve
  })
  const afterCall = (context: object) => {
    ends.push(context)
    tell()
  }
  const { client } = respondingWith(() => new Response('{}', { status: 401 }), { hooks: { afterCall } })
  const call = client.entities.list()
  await told
  await expect(call).rejects.toThrow('401')
  await expect(call.asResponse()).rejects.toThrow('401')
  expect(ends).toMatchObject([{ attempts: 1, error: { name: 'AuthenticationError' } }])
})

it('a call whose response and data are both taken ends once', async () => {
  const ends: unknown[] = []
  const { client } = respondingWith(() => new Response('[]'), {
    hooks: { afterCall: context => void ends.push(context) },
  })
  const call = client.entities.list()
  await Promise.all([call.asResponse(), call, call.withResponse()])
  expect(ends).toMatchObject([{ attempts: 1, outcome: 'done', error: null }])
})

it('a stream that is left early ends without an error', async () => {
  const ends: unknown[] = []
  const { client } = respondingWith(() => new Response(JSON.stringify([wireEntity, wireEntity])), {
    hooks: { afterCall: context => void ends.push(context) },
  })
  for await (const _ of client.entities.stream()) break
  expect(ends).toMatchObject([{ operation: 'listEntities', attempts: 1, outcome: 'done', error: null }])
})

it('a hook sees how long each attempt took, and how long the call', async () => {
  const durations: number[] = []
  const { client } = respondingWith(
    async attempt => {
      await new Promise(resolve => setTimeout(resolve, 20))
      if (attempt === 1) throw new TypeError('fetch failed')
      return new Response('[]')
    },
    {
      maxRetries: 1,
      retry: { maxDelay: 1 },
      hooks: {
        afterFailure: ({ duration }) => void durations.push(duration),
        afterResponse: ({ duration }) => void durations.push(duration),
        afterCall: ({ duration }) => void durations.push(duration),
      },
    },
  )
  await client.entities.list()
  const [first = 0, second = 0, whole = 0] = durations
  expect(durations).toHaveLength(3)
  for (const attempt of [first, second]) expect(attempt).toBeGreaterThan(15)
  expect(whole).toBeGreaterThan(first + second)
})
