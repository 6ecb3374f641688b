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

  it('is the service if it spells its fields in its own way, and verify names the probable new names', async () => {
    const { url } = await startWithList({
      Data: [{ ID: 7, NAME: 'Nordwind GmbH', type: 'organization', risk_level: 'High Risk' }],
    })
    const { checks } = await doctor(url)
    expect(checks.access).toMatchObject({ says: 'the key is accepted; the team has 1 entity' })
    const { stdout } = await callCommand(['verify', '--base-url', url], {
      ENTITY_SCREENING_API_KEY: apiKey,
      ENTITY_SCREENING_VERIFY_PAUSE: '1',
    })
    expect(stdout).toContain('Probably renamed: no entity has riskLevel, and each has risk_level\n')
    expect(stdout).toMatch(/^same +Is the list divided\? +no/m)
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
  const lists: [string, unknown][] = [
    ['a portal', { login: 'https://login.example' }],
    ['a login page with a list of its providers', { login: 'required', providers: [] }],
    ['users without names', [{ id: 1, login: 'octo' }]],
    ['an array three levels down', { a: { b: { c: [entity] } } }],
    ['a list of words', ['id', 'name']],
    ['a page', '<html>Please log in</html>'],
  ]
  // Each service has its own journal.
  const write = () => ['--write', '--journal', `${crypto.randomUUID()}.journal`]
  const noIndex: [number, string] = [404, '{"error":"Not found"}']

  it.each(lists)('is not the service, if it has no index: %s', async (_, list) => {
    const { url, requests } = await startWithList(list, 200, { '/v1': noIndex })
    const { checks } = await doctor(url, ['--send-key'])
    expect(checks.access).toMatchObject({
      status: 'fail',
      says: expect.stringContaining('the server there is not the service'),
    })
    const { status, stopped, failed } = await verify(url, ['--send-key', ...write()])
    expect({ status, stopped }).toEqual({ status: 1, stopped: 'the check access of doctor failed' })
    expect(failed).toMatchObject({ check: 'access' })
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  it.each(lists)(
    'is the service, if the index says so, and nothing is written to it: %s',
    async (_, list) => {
      const { url, requests } = await startWithList(list)
      const { checks } = await doctor(url)
      expect(checks.access).toMatchObject({ status: 'ok' })
      expect(checks.responses).toMatchObject({ status: expect.stringMatching(/^(fail|warn)$/) })
      const { stopped, failed } = await verify(url, write())
      expect(stopped).toContain('nothing is written')
      expect(failed).toBeNull()
      expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
    },
  )

  it.each<[string, number, string]>([
    ['404', 404, 'not found at /v1/entities (404)'],
    ['401', 401, 'the service rejects the key (401)'],
    ['405', 405, '405'],
  ])('is not what a gateway in front of the service is, that answers with %s', async (_, code, sentence) => {
    const { url } = await startWithList('<html>Gateway</html>', code)
    const { checks } = await doctor(url)
    expect(checks.access).toMatchObject({ status: 'fail', says: expect.stringContaining(sentence) })
    expect((await verify(url)).stopped).toBe('the check access of doctor failed')
  })

  it('is reported by its exchanges, and its behaviour replaces no file', async () => {
    const { url } = await startWithList({ message: 'unknown key' }, 401)
    await writeFile('known.json', '{}')
    const report = await verify(url, ['--out', 'known.json', '--replace'])
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
  ])('at an independent service: %s', { tags: 'long' }, async (_, start) => {
    const service = await start(start === startNorthgate ? { rateLimit: null } : {})
    onTestFinished(service.close)
    const { checks } = await doctor(service.url, ['--send-key'], service.apiKey)
    expect(checks.access).toMatchObject({ status: 'ok' })
    const report = await verify(service.url, ['--send-key'], service.apiKey)
    expect(report).toMatchObject({ status: 3, stopped: null, failed: null })
  })
})
