import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { withControlApi } from '../../../mock-server/admin/with-control-api.ts'
import type { IncomingRequest } from '../../../mock-server/message/request.ts'
import { errorBody } from '../../../src/contract/service.ts'
import { readAnswer, success } from '../wire.ts'

/** The same numbers every time (mulberry32). */
function numbers(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Below = ReturnType<typeof numbers>

function one<Choice>(below: Below, choices: readonly [Choice, ...Choice[]]): Choice {
  return choices[below(choices.length)] ?? choices[0]
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'] as const

const paths = [
  '/',
  '/v1',
  '/v1/health',
  '/v1/entities',
  '/v1/entities/bulk',
  '/v1/entities/search',
  '/v1/entities/ID',
  '/v1/entities/ID/network',
  '/v1/entities/ID/documents',
  '/api/search/organizations',
  '/api/search/persons',
  '/api/v1/entities',
  '/__admin/reset',
  '/__admin/clock/settle',
  '/__admin/clock/advance',
  '/__admin/__proto__',
  '/nowhere',
] as const

const ids = ['x', '__proto__', 'constructor', '%zz', '%00', '%F0%9F%90%9F', '..', '', 'bulk', ' '] as const

const authorizations = [
  'Bearer key',
  'Bearer key',
  'Bearer key',
  'Bearer wrong',
  'Basic a2V5',
  '',
  null,
] as const

const fields = [
  'name',
  'type',
  'countryCode',
  'registration',
  'birthDate',
  'nationalId',
  'entities',
  'action',
  'document_url',
  'title',
  'company_name',
  'company_registration_number',
  'first_name',
  'last_name',
  'full_name',
  'birth_date',
  'nationality',
  'national_id_number',
  'industry',
  'limit',
  'offset',
  'riskLevel',
  'tags',
  'ms',
  '__proto__',
  'constructor',
  'toString',
  '',
] as const

const texts = [
  '',
  ' ',
  '-',
  'Acme Castings Ltd',
  'Dragomir Vosskov',
  'organization',
  'person',
  'rescan',
  'DE',
  'Germany',
  '1961-04-09',
  '04/09/1961',
  '9999-99-99',
  'https://example.com/a.pdf',
  'http://[::1]/',
  'http://0x7f.1/%zz',
  '__proto__',
  '\ud800',
  '\u0000',
  '\u202e🐟',
  'ﷺ'.repeat(50),
  'a.'.repeat(200),
  'high',
] as const

function randomValue(below: Below, depth = 0): unknown {
  switch (below(depth > 3 ? 7 : 10)) {
    case 0:
      return null
    case 1:
      return below(2) === 0
    case 2:
      return one(below, [0, -1, 1.5, 1e300, 5000, Number.MAX_SAFE_INTEGER])
    case 7:
      return Array.from({ length: below(5) }, () => randomValue(below, depth + 1))
    case 8:
    case 9:
      return Object.fromEntries(
        Array.from({ length: below(8) }, () => [one(below, fields), randomValue(below, depth + 1)]),
      )
    default:
      return one(below, texts)
  }
}

/** Bodies that are right somewhere. */
const bodies = [
  { type: 'organization', name: 'Acme Castings Ltd', countryCode: 'GB' },
  { type: 'person', name: 'Dragomir Vosskov', birthDate: '1958-03-12' },
  { entities: [{ type: 'organization', name: 'Acme Foundry Ltd', countryCode: 'GB', tags: 'a,b' }, {}] },
  { action: 'rescan' },
  { document_url: 'https://example.com/a.pdf' },
  { company_name: 'Tideglass', countryCode: 'DE' },
  { full_name: 'Dragomir Vosskov', birth_date: '1958' },
  { ms: 5000 },
] as const

/** Right, right but for a field, or anything. */
function randomObject(below: Below): unknown {
  const body = one<object>(below, bodies)
  return one(below, [body, { ...body, [one(below, fields)]: randomValue(below) }, randomValue(below)])
}

function randomBody(below: Below): string {
  const text = JSON.stringify(randomObject(below))
  if (below(4) > 0) return text
  return one(below, ['', '{', text.slice(0, below(text.length + 1)), `${text}]`, `\ufeff${text}`, 'NaN'])
}

interface Sent extends Omit<IncomingRequest, 'header' | 'body'> {
  readonly body: string | null
  readonly authorization: string | null
}

function randomRequests(seed: number, count: number): Sent[] {
  const below = numbers(seed)
  return Array.from({ length: count }, () => ({
    method: one(below, methods),
    path: one(below, paths).replace('ID', one(below, ids)) + one(below, ['', '', '/', '?a=%zz', '//']),
    authorization: one(below, authorizations),
    body: below(30) === 0 ? null : randomBody(below),
    local: below(2) === 0,
  }))
}

async function answerTo(server: MockServer, { authorization, ...request }: Sent) {
  const values: Record<string, string | null> = { authorization, 'content-type': 'application/json' }
  const dispatched = withControlApi(server).dispatch({
    ...request,
    header: name => values[name] ?? null,
  })
  const reply = await (dispatched.ready ?? dispatched)
  return { status: reply.status, headers: reply.headers, text: [...reply.body].join('') }
}

/** What is wrong with an answer; undefined where nothing is. */
function complaint(status: number, text: string): string | undefined {
  if (status < 200 || status >= 500) return `status ${status}`
  if (status === 204) return text === '' ? undefined : 'a body under a 204'
  if (status < 300) return JSON.parse(text) === null ? 'null' : undefined
  const { success, data } = z.safeParse(errorBody, JSON.parse(text))
  return success && data.statusCode === status && data.error !== '' ? undefined : `error body ${text}`
}

it('answers whatever comes in with a success or an error of the documented shape', {
  tags: 'long',
}, async () => {
  const server = createMockServer({ keys: { key: 'team-1' }, entityLimit: 50 })
  const statuses = new Set<number>()
  for (const request of randomRequests(1, 3000)) {
    const { status, text } = await answerTo(server, request)
    statuses.add(status)
    expect(complaint(status, text), JSON.stringify(request)).toBeUndefined()
  }
  // Else the requests are too far off to say anything.
  expect([...statuses].toSorted()).toEqual([200, 201, 204, 400, 401, 403, 404, 405, 413])
})

it('answers the same bytes to the same requests', async () => {
  const answers = async () => {
    const server = createMockServer({ keys: { key: 'team-1' }, seed: 3 })
    const given: unknown[] = []
    for (const request of randomRequests(2, 500)) given.push(await answerTo(server, request))
    return given
  }
  expect(await answers()).toEqual(await answers())
})

it('answers whatever comes in over HTTP, and lives on', { tags: 'long' }, async () => {
  const running = await startServer(createMockServer({ keys: { key: 'team-1' } }))
  for (const { method, path, authorization, body } of randomRequests(4, 200)) {
    const bodyless = method === 'GET' || method === 'HEAD' || body === null
    const answer = await readAnswer(
      await fetch(running.url + path, {
        method,
        headers: authorization === null ? {} : { authorization },
        ...(bodyless ? {} : { body }),
      }),
    )
    if (method === 'HEAD') expect(answer.text).toBe('')
    else expect(complaint(answer.status, answer.text), `${method} ${path} ${body}`).toBeUndefined()
  }
  success('getHealth', await readAnswer(await fetch(`${running.url}/v1/health`)))
  await running.close()
})
