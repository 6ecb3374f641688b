import { chmod, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeConnectionError } from '../../../cli/doctor/describe-connection-error.ts'
import { diagnoseBaseUrl, diagnoseNode } from '../../../cli/doctor/local-checks.ts'
import { apiKey } from '../../answering.ts'
import { prepareCommand } from '../call-command.ts'
import { closedAddress, startOther, startService } from '../services.ts'

const command = prepareCommand()

const notSent = {
  status: 'fail',
  says: 'without a service index, the key is not sent',
  advice: expect.stringContaining('--send-key'),
}

/** What doctor says as JSON: its status, and each check's. */
async function examine(url: string, environment: Record<string, string> = {}, ...flags: string[]) {
  const line = ['doctor', '--base-url', url, '--json', ...flags]
  const { status, stdout, stderr } = await command.run(line, environment)
  const { ok, checks } = JSON.parse(stdout)
  expect(ok).toBe(status === 0)
  expect(stderr).toBe('')
  const byName = (name: string) => checks.find((diagnosis: { check: string }) => diagnosis.check === name)
  return { status, byName, names: checks.map((diagnosis: { check: string }) => diagnosis.check) }
}

describe('doctor', () => {
  it('finds nothing wrong with a good service', async () => {
    const { server, url } = await startService({ clock: 'real' })
    const { status, stdout, stderr } = await command.run(['doctor', '--base-url', url, '--verbose'])
    expect(status).toBe(0)
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => line.split(/ {2,}/))
    expect(lines.map(([status, check]) => `${status} ${check}`)).toEqual(
      ['node', 'address', 'key', 'connection', 'health', 'version', 'access', 'responses'].map(
        check => `ok ${check}`,
      ),
    )
    expect(lines.at(-2)?.[2]).toBe('the key is accepted; the team has 0 entities')
    expect(stderr).toContain('service.health GET')
    expect(server.requests.list().map(({ method }) => method)).toEqual(['GET', 'GET', 'GET'])
  })

  it('advises what to do if nothing listens, or the name is unknown', async () => {
    const nobody = await examine(await closedAddress())
    expect(nobody.status).toBe(1)
    expect(nobody.names).toEqual(['node', 'address', 'key', 'connection'])
    expect(nobody.byName('connection')).toEqual({
      check: 'connection',
      status: 'fail',
      says: 'nothing is listening there (ECONNREFUSED)',
      advice: 'Start the service, or correct the host and port of the base URL.',
    })
    const unknown = await examine('http://nothing.invalid')
    expect(unknown.byName('address')).toMatchObject({
      status: 'warn',
      says: expect.stringContaining('not encrypted'),
    })
    expect(unknown.byName('connection')).toMatchObject({
      status: 'fail',
      says: expect.stringContaining('the host name'),
    })
  })

  it('detects a port without TLS', async () => {
    const { url } = await startService()
    const { byName } = await examine(url.replace('http:', 'https:'))
    expect(byName('connection')).toMatchObject({
      status: 'fail',
      says: expect.stringContaining('does not speak TLS'),
    })
  })

  it('detects a key that is wrong, missing, malformed, or readable by others', async () => {
    const { url } = await startService()
    const wrong = await examine(url, { ENTITY_SCREENING_API_KEY: 'another-key' })
    expect([wrong.status, wrong.byName('access')]).toMatchObject([
      1,
      { status: 'fail', says: expect.stringContaining('401') },
    ])
    const missing = await examine(url, { ENTITY_SCREENING_API_KEY: '' })
    expect(missing.byName('key')).toMatchObject({ status: 'fail', says: 'none given' })
    expect(missing.byName('health')).toMatchObject({ status: 'ok' })
    expect(missing.byName('access')).toMatchObject({ status: 'skipped' })
    const malformed = await examine(url, { ENTITY_SCREENING_API_KEY: `${apiKey}\n${apiKey}` })
    expect(malformed.byName('key')).toMatchObject({
      status: 'fail',
      says: expect.stringContaining('cannot be a key'),
    })
    const file = join(command.folder, 'key')
    await writeFile(file, `${apiKey} \nand more\n`, { mode: 0o644 })
    const open = await examine(url, { ENTITY_SCREENING_API_KEY: 'another-key' }, '--key-file', file)
    expect(open.byName('key')).toMatchObject({ status: 'warn', says: 'from the file that --key-file names' })
    expect(open.byName('access')).toMatchObject({ status: 'ok' })
    await chmod(file, 0o600)
    expect(
      (await examine(url, { ENTITY_SCREENING_API_KEY: '', ENTITY_SCREENING_API_KEY_FILE: file })).status,
    ).toBe(0)
  })

  it("distinguishes a proxy's page from the service, and never sends it the key", async () => {
    const page = '<html>Please log in</html>'
    const seen: IncomingMessage[] = []
    for (const status of [200, 404, 502]) {
      const url = await startOther((request, response) => {
        seen.push(request)
        response.writeHead(status, { 'content-type': 'text/html' }).end(page)
      })
      const found = await examine(url)
      expect([found.status, found.byName('connection').status]).toEqual([1, 'ok'])
      const says = `the server there is not the service (status ${status}, text/html)`
      expect(found.byName('health')).toMatchObject({ status: 'fail', says })
      for (const check of ['version', 'access'])
        expect(found.byName(check)).toMatchObject({
          status: 'skipped',
          says: 'the server there is not the service',
        })
    }
    for (const body of ['', '{"message":"moved"}']) {
      const moved = await startOther((request, response) => {
        seen.push(request)
        response.writeHead(302, { location: 'https://login.example/' }).end(body)
      })
      const found = await examine(moved)
      expect(found.byName('health')).toMatchObject({
        status: 'fail',
        says: 'redirects to https://login.example/',
      })
      expect(found.byName('access')).toMatchObject({ status: 'skipped' })
    }
    expect(seen.map(({ url }) => url)).not.toContain('/v1/entities')
    expect(seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  })

  it('never sends the key to another JSON API that answers every request with 404', async () => {
    const seen: IncomingMessage[] = []
    const url = await startOther((request, response) => {
      seen.push(request)
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not Found"}')
    })
    const { status, byName } = await examine(url)
    expect(status).toBe(1)
    expect(byName('health')).toMatchObject({ status: 'warn', says: 'not found at /v1/health (404)' })
    expect(byName('version')).toMatchObject({ status: 'skipped' })
    expect(byName('access')).toMatchObject({ status: 'fail', says: expect.stringContaining('is not sent') })
    expect(seen.map(({ url }) => url)).toContain('/v1/health')
    expect(seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  })

  it('sends the key to a service whose health requires one', async () => {
    const url = await startOther(({ headers, url }, response) => {
      const isAllowed = headers.authorization === `Bearer ${apiKey}` && url === '/v1/entities'
      response.writeHead(isAllowed ? 200 : 401).end(isAllowed ? '[]' : '{"error":"No key was sent"}')
    })
    expect((await examine(url)).byName('access')).toMatchObject(notSent)
    const { status, byName } = await examine(url, {}, '--send-key')
    expect(status).toBe(0)
    expect(byName('health')).toMatchObject({ status: 'skipped', says: expect.stringContaining('401') })
    expect(byName('access')).toMatchObject({ status: 'ok' })
  })

  it.each(['nope', 'api', '__admin'])('fails at the wrong path /%s of the service', async path => {
    const { url } = await startService()
    const { status, byName } = await examine(`${url}/${path}`)
    expect([status, byName('access')]).toMatchObject([
      1,
      {
        status: 'fail',
        says: expect.stringContaining('is not sent'),
        advice: expect.stringMatching(/^Check the base URL/),
      },
    ])
  })

  it('requires neither health nor index with --send-key', async () => {
    const url = await startOther(({ headers, url }, response) => {
      if (url !== '/v1/entities')
        response.writeHead(404).end('{"statusCode":404,"success":false,"error":"Not found"}')
      else if (headers.authorization === `Bearer ${apiKey}`) response.end('[]')
      else response.writeHead(401).end('{"statusCode":401,"success":false,"error":"The API key is missing."}')
    })
    const { status, byName } = await examine(url, {}, '--send-key')
    expect(status).toBe(0)
    expect(byName('health')).toMatchObject({ status: 'warn' })
    expect(byName('access')).toMatchObject({ status: 'ok' })
    const wrong = await examine(url, { ENTITY_SCREENING_API_KEY: 'another-key' }, '--send-key')
    expect([wrong.status, wrong.byName('access')]).toMatchObject([
      1,
      { says: expect.stringContaining('401') },
    ])
  })

  it.each([
    ['lists without a key', '[]', 'application/json'],
    ['shows a login page', '<html>Please log in</html>', 'text/html'],
  ])('fails without sending the key if the only server %s', async (_, body, type) => {
    const seen: IncomingMessage[] = []
    const url = await startOther((request, response) => {
      seen.push(request)
      const isList = request.url === '/v1/entities'
      response.writeHead(isList ? 200 : 404, { 'content-type': isList ? type : 'application/json' })
      response.end(isList ? body : '{"error":"Not found"}')
    })
    const { status, byName } = await examine(url)
    expect([status, byName('access').status]).toEqual([1, 'fail'])
    expect(seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  })

  it('detects an address whose path is wrong, and gives no advice on permissions', async () => {
    const { url, server } = await startService()
    const { byName } = await examine(`${url}/screening`)
    expect(byName('address')).toMatchObject({ status: 'ok' })
    expect(byName('health')).toMatchObject({ status: 'warn', advice: expect.stringMatching(/base URL/) })
    const { status, says, advice } = byName('access')
    expect(status).toMatch(/^(fail|skipped)$/)
    expect(`${says} ${advice}`).toMatch(/Check the base URL: /)
    expect(`${says} ${advice}`).not.toMatch(/permission/)
    expect(server.requests.list().length).toBeGreaterThan(1)
  })

  it('detects a key without permission', async () => {
    const { url, server } = await startService()
    server.faults.add({ operation: 'listEntities', status: 403 })
    const { status, byName } = await examine(url)
    expect(status).toBe(1)
    expect(byName('access')).toMatchObject({ status: 'fail', advice: expect.stringMatching(/permission/) })
  })

  it.each<[string, number, string, RegExp, string]>([
    ['{"status":"UP"}', 200, '/v1/health', /^no service index at \/v1 or \/$/, '/'],
    ['{"ok":true}', 200, '', /^what responds is not/, '/'],
    ['{"version":"1.4.0","name":"another API"}', 200, '', /^what responds is not/, '/'],
    ['OK', 200, '', /^no service index: /, '/'],
    ['', 200, '', /^no service index: /, '/'],
    ['[]', 200, '', /^no service index: /, '/'],
    ['{"statusCode":401,"success":false,"error":"No key"}', 401, '', /^no service index: .*401/, '/'],
    ['{"statusCode":403,"success":false,"error":"No"}', 403, '', /^no service index: .*403/, '/'],
    ['{"statusCode":500,"success":false,"error":"No"}', 500, '', /^no service index: .*500/, '/v1'],
  ])(
    'does not send the key to a server without a service index: %s, %i',
    async (body, code, path, says, last) => {
      const seen: IncomingMessage[] = []
      const url = await startOther((request, response) => {
        seen.push(request)
        if (path === '' || request.url === path) response.writeHead(code).end(body)
        else response.writeHead(404).end('{"error":"Not found"}')
      })
      const { status, byName } = await examine(url)
      expect([status, byName('access').status]).toEqual([1, expect.stringMatching(/fail|skipped/)])
      expect(seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
      // It names no path that it has not asked for.
      if (byName('access').status === 'skipped') return
      expect(byName('access')).toMatchObject(notSent)
      expect(byName('version')).toMatchObject({ status: 'skipped', says: expect.stringMatching(says) })
      expect(seen.at(-1)?.url).toBe(last)
    },
  )

  it('reports another version, and drift', async () => {
    const answers: Record<string, unknown> = {
      '/v1/health': { success: true, status: 'ok' },
      '/v1': { success: true, version: 'v2', endpoints: { entities: {} } },
      '/v1/entities': [{ id: 7, name: 'Nordwind GmbH' }],
    }
    const url = await startOther((request, response) => {
      response.end(JSON.stringify(answers[request.url ?? '']))
    })
    const { status, byName } = await examine(url)
    expect(status).toBe(0)
    expect(byName('version')).toMatchObject({ status: 'warn', says: 'the service reports v2' })
    expect(byName('access')).toMatchObject({ says: expect.stringContaining('the team has 1 entity') })
    expect(byName('responses')).toMatchObject({
      status: 'warn',
      says: expect.stringContaining('differ from the specification'),
    })
  })
})

describe('a check of the address', () => {
  it.each([
    [undefined, 'fail', 'none given'],
    ['screening.example', 'fail', /^the base URL must be an absolute http or https URL/],
    ['https://me:secret@screening.example', 'fail', /^the base URL must not hold a user name or password/],
    ['http://screening.example', 'warn', 'http://screening.example/ is not encrypted'],
    [
      'https://gateway.example/screening/v1',
      'fail',
      /^the base URL must end before the \/v1 .*: remove \/v1$/,
    ],
    ['https://screening.example', 'ok', 'https://screening.example/'],
    ['http://[::1]:4010', 'ok', 'http://[::1]:4010/'],
  ])('of %s is %s', (address, status, says) => {
    expect(diagnoseBaseUrl(address)).toMatchObject({
      status,
      says: says instanceof RegExp ? expect.stringMatching(says) : says,
    })
  })
})

it.each([
  ['18.20.0', 'fail'],
  ['20.19.0', 'fail'],
  ['22.12.0', 'fail'],
  ['22.13.0', 'ok'],
  ['24.1.0', 'ok'],
])('a check of Node %s is %s', (version, status) => {
  expect(diagnoseNode(version)).toMatchObject({ check: 'node', status })
})

it.each([
  ['CERT_HAS_EXPIRED', 'expired'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'not signed by an authority'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'another host name'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no response from there'],
  ['HPE_INVALID_CONSTANT', 'does not speak HTTP'],
  ['constructor', 'the connection failed'],
  [null, 'the connection failed'],
])('%s is explained', (code, words) => {
  const failure = { systemCode: code, cause: new Error('fetch failed') }
  expect(describeConnectionError(failure, {}).says).toContain(words)
  const proxy = { HTTPS_PROXY: 'http://user:password@proxy.example:3128' }
  expect(describeConnectionError(failure, proxy).advice).toContain('NODE_USE_ENV_PROXY')
  const used = describeConnectionError(failure, { ...proxy, NODE_USE_ENV_PROXY: '1' })
  expect(used.advice).toMatch(/ Requests go through the proxy proxy\.example:3128 \(HTTPS_PROXY\)\.$/)
})
