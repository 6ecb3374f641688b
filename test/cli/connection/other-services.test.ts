import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { behaviourFields } from '../../../mock-server/behaviour.ts'
import type { Report } from '../../../mock-server/parity/index.ts'
import { apiKey } from '../../answering.ts'
import { startHarbour } from '../../parity/services/harbour.ts'
import { startLedgerline } from '../../parity/services/ledgerline.ts'
import { startNorthgate } from '../../parity/services/northgate.ts'
import { callCommand, enterFolder } from '../call-command.ts'
import { startOther, startService } from '../services.ts'

enterFolder()

type Checks = Readonly<Record<string, { status: string; says: string }>>

async function run(
  command: 'doctor' | 'verify',
  url: string,
  parameters: readonly string[] = [],
  key = apiKey,
) {
  const { status, stdout } = await callCommand([command, '--base-url', url, '--json', ...parameters], {
    ENTITY_SCREENING_API_KEY: key,
    ENTITY_SCREENING_VERIFY_PAUSE: '1',
  })
  return { status, output: JSON.parse(stdout) }
}

async function doctor(url: string, parameters?: readonly string[], key?: string) {
  const { status, output } = await run('doctor', url, parameters, key)
  const checks: Checks = Object.fromEntries(
    output.checks.map(({ check, ...diagnosis }: { check: string }) => [check, diagnosis]),
  )
  return { status, checks }
}

async function verify(url: string, parameters?: readonly string[], key?: string) {
  const { status, output } = await run('verify', url, parameters, key)
  const { findings, stopped, failed = null }: Report & { failed?: { check: string } | null } = output
  const answerOf = (id: string) => findings.find(finding => finding.id === id)?.answer
  return { status, stopped, failed, answerOf, findings }
}

const index = { version: 'v1', endpoints: { entities: {} } }
const entity = { id: 'e1', name: 'Nordwind GmbH', type: 'organization' }

/** A service with an index at `/v1`, whose list has this body. */
async function startWithList(
  list: unknown,
  status = 200,
  others: Readonly<Record<string, [number, string]>> = {},
) {
  const requests: IncomingMessage[] = []
  const known: Readonly<Record<string, [number, string]>> = {
    '/v1': [200, JSON.stringify(index)],
    '/v1/health': [200, '{"success":true}'],
    '/v1/entities': [status, typeof list === 'string' ? list : JSON.stringify(list)],
    ...others,
  }
  const url = await startOther((request, response) => {
    requests.push(request)
    const [code, body] = known[request.url ?? ''] ?? [404, '{"error":"Not found"}']
    response
      .writeHead(code, { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json' })
      .end(body)
  })
  return { url, requests }
}

describe('a service with a list that the client cannot read', () => {
  it.each<[string, unknown]>([
    ['data.items', { success: true, data: { items: [entity] } }],
    ['payload.entities', { payload: { entities: [entity] }, errors: [] }],
    ['entities', { entities: [entity] }],
    ['data.items', { success: true, data: { items: [] } }],
    ['entities', { entities: [], total: 0 }],
  ])('is the service, and verify finds its list at %s', async (place, list) => {
    const { url } = await startWithList(list)
    const { status, checks } = await doctor(url)
    expect(status).toBe(1)
    expect(checks.access).toMatchObject({ status: 'ok', says: 'the key is accepted' })
    expect(checks.responses).toMatchObject({
      status: 'fail',
      says: expect.stringContaining('must hold an array of entities'),
      advice: expect.stringContaining('`verify` finds out how'),
    })
    const report = await verify(url)
    expect(report).toMatchObject({ status: 3, stopped: null, failed: null })
    expect(report.answerOf('listBody')).toBe(place)
  })

  it('is the service if its list has pages with an unknown end', async () => {
    const { url } = await startWithList({ data: [entity], next: '/v1/entities?page=2' })
    const { status, checks } = await doctor(url)
    expect(status).toBe(0)
    expect(checks.access).toMatchObject({ status: 'ok' })
    expect(checks.responses).toMatchObject({
      status: 'warn',
      says: expect.stringContaining('may mean that the list is not whole'),
    })
    expect(await verify(url)).toMatchObject({ status: 3, stopped: null })
  })
})

describe('another site', () => {
  it.each<[string, unknown, number]>([
    ['a 404 of a gateway', { message: 'no Route matched' }, 404],
    ['a portal', { login: 'https://login.example' }, 200],
    ['a login page with a list of its providers', { login: 'required', providers: [] }, 200],
    ['users without names', [{ id: 1, login: 'octo' }], 200],
    ['an array three levels down', { a: { b: { c: [entity] } } }, 200],
    ['a list of words', ['id', 'name'], 200],
    ['a page', '<html>Please log in</html>', 200],
  ])('is not the service, even with an index: %s', async (_, list, code) => {
    const { url, requests } = await startWithList(list, code)
    expect((await doctor(url)).checks).toMatchObject({ access: { status: 'fail' } })
    const { status, stopped, failed } = await verify(url, ['--write', '--journal', 'other.journal'])
    expect({ status, stopped }).toEqual({ status: 1, stopped: 'doctor does not find the service' })
    expect(failed).toMatchObject({ check: 'access' })
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  it('is reported by its exchanges, and its behaviour replaces no file', async () => {
    const { url } = await startWithList({ message: 'unknown key' }, 401)
    await writeFile('known.json', '{}')
    const report = await verify(url, ['--out', 'known.json'])
    expect(report.status).toBe(1)
    expect(report.answerOf('indexPath')).toBeNull()
    expect(report.answerOf('healthBody')).toBe('json')
    expect(await readFile('known.json', 'utf8')).toBe('{}')
  })
})

describe('the service index', () => {
  it.each<[string, [number, string]]>([
    ['is refused', [403, '{"error":"Forbidden"}']],
    ['requires a key', [401, '{"error":"No key"}']],
    ['is a page', [200, '<html></html>']],
    ['is something else', [200, '{"ok":true}']],
    ['does not exist', [404, '{"error":"Not found"}']],
  ])('is found at / when /v1 %s', async (_, answer) => {
    const { url, requests } = await startWithList([entity], 200, {
      '/v1': answer,
      '/': [200, JSON.stringify(index)],
    })
    const { status, checks } = await doctor(url)
    expect(status).toBe(0)
    expect(checks.version).toEqual({ status: 'ok', says: 'v1', advice: null })
    expect(requests.filter(request => request.url === '/')).toHaveLength(1)
  })

  it('identifies the service if its health is a page', async () => {
    const { url } = await startWithList([entity], 200, { '/v1/health': [404, '<html>Not found</html>'] })
    const { status, checks } = await doctor(url)
    expect(status).toBe(0)
    expect(checks.health).toMatchObject({
      status: 'warn',
      says: 'the response is not as specified (status 404, text/html)',
    })
    expect(checks.access).toMatchObject({ status: 'ok' })
  })
})

describe('doctor finds the service, and verify begins', () => {
  const settings = Object.entries(behaviourFields).flatMap(([id, { def }]) => {
    const values = 'values' in def.innerType.def ? def.innerType.def.values : []
    return values.map(value => ({ id, value }))
  })

  it.each(settings)('at a mock server with $id: $value', async ({ id, value }) => {
    const { server, url } = await startService({ clock: 'stepping', behaviour: { [id]: value } })
    await server.load({
      entities: [{ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' }],
    })
    const { checks } = await doctor(url, ['--send-key'])
    expect(checks.access).toMatchObject({ status: 'ok' })
    expect(await verify(url, ['--send-key'])).toMatchObject({ stopped: null, failed: null })
  })

  it.each([
    ['harbour', startHarbour],
    ['ledgerline', startLedgerline],
    ['northgate', startNorthgate],
  ])('at an independent service: %s', async (_, start) => {
    const service = await start(start === startNorthgate ? { rateLimit: null } : {})
    onTestFinished(service.close)
    const { checks } = await doctor(service.url, ['--send-key'], service.apiKey)
    expect(checks.access).toMatchObject({ status: 'ok' })
    const report = await verify(service.url, ['--send-key'], service.apiKey)
    expect(report).toMatchObject({ status: 3, stopped: null, failed: null })
  })
})
