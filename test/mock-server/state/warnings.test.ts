import { createMockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { describe, expect, it, vi } from 'vitest'
import { answerRequest } from '../../../mock-server/http/fetch.ts'

function setUp(options: MockServerOptions = {}) {
  const warnings: string[] = []
  const server = createMockServer({ ...options, warn: sentence => void warnings.push(sentence) })
  const team = server.teams.create()
  async function send(method: string, path: string, body?: unknown, authorization = `Bearer ${team.apiKey}`) {
    const headers = { 'content-type': 'application/json', ...(authorization !== '' && { authorization }) }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    return (await server.fetch(`http://in-process${path}`, init)).text()
  }
  const create = (name: string) => send('POST', '/v1/entities', { type: 'person', name })
  const causes = () => server.requests.list().map(({ warning }) => warning)
  return { server, team, warnings, send, create, causes }
}

describe('a name with a prefix in brackets', () => {
  it('warns once if it is no scenario, with the nearest one and the list', async () => {
    const { warnings, create, send } = setUp()
    await create('[sanction] Bob')
    await create('[sanction] Alice')
    expect(warnings).toEqual([
      expect.stringMatching(
        /^entity-screening: \[sanction\] is no scenario \(did you mean \[sanctioned\]\?\)\. There are \[sanctioned\], \[pep\], .*, \[error-503\]\.$/,
      ),
    ])
    const entities = [{ type: 'organization', name: '[ownership chain] Works Ltd', countryCode: 'DE' }]
    await send('POST', '/v1/entities/bulk', { entities })
    expect(warnings.at(-1)).toContain('(did you mean [ownership-chain]?)')
    expect(warnings).toHaveLength(2)
  })

  it('warns of a fixture, too', async () => {
    const { server, warnings } = setUp()
    await server.load({ entities: [{ type: 'person', name: '[Pepp] Bob' }] })
    expect(warnings).toEqual([expect.stringContaining('(did you mean [pep]?)')])
  })

  it.each([
    ['a scenario', '[Sanctioned] Bob', {}],
    ['no prefix', 'Bob [sanction]', {}],
    ['scenarios that are off', '[sanction] Bob', { scenarios: false }],
  ])('warns of nothing with %s', async (_, name, options) => {
    const { warnings, create } = setUp(options)
    await create(name)
    expect(warnings).toEqual([])
  })

  it.each([
    [
      'Acme [sanctioned]',
      '[sanctioned], after the beginning of the name, is no scenario (did you mean [sanctioned]?)',
    ],
    ['(sanctioned) Acme', '(sanctioned) is no scenario (did you mean [sanctioned]?)'],
  ])('warns if a scenario does not stand in square brackets at the beginning: %s', async (name, sentence) => {
    const { warnings, create } = setUp()
    await create(name)
    await create(name)
    expect(warnings).toEqual([expect.stringContaining(sentence)])
  })

  it('warns if a blank is before a scenario', async () => {
    const { warnings, create } = setUp()
    await create(' [sanctioned] Bob')
    expect(warnings).toEqual([
      expect.stringMatching(
        /^entity-screening: " \[sanctioned\]", with a blank before it, is no scenario \(did you mean \[sanctioned\]\?\)/,
      ),
    ])
  })

  it('warns of what is near to a scenario after many other prefixes, once for each scenario', async () => {
    const { warnings, create } = setUp()
    for (let index = 0; index < 30; index += 1) await create(`[${index}] Bob`)
    for (const prefix of ['sanction', 'sanctionned', 'pepp', 'sanctions']) await create(`[${prefix}] Bob`)
    expect(warnings.slice(10)).toEqual([
      expect.stringContaining('(did you mean [sanctioned]?)'),
      expect.stringContaining('(did you mean [pep]?)'),
    ])
  })

  it('compares no prefix after 100 different ones', async () => {
    const { warnings, create } = setUp()
    for (let index = 0; index < 100; index += 1) await create(`[${index}] Bob`)
    await create('[sanction] Bob')
    expect(warnings).toHaveLength(10)
  })

  it('stops to warn when many names have other prefixes', async () => {
    const { warnings, create } = setUp()
    for (let index = 0; index < 30; index += 1) await create(`[${index}] Bob`)
    expect(warnings).toHaveLength(10)
  })
})

describe('a fault for a team that does not exist', () => {
  it('warns, with the teams that there are, and happens once the team exists', async () => {
    const { server, team, warnings, send } = setUp()
    server.faults.add({ status: 503, team: 'later' })
    expect(warnings).toEqual([expect.stringContaining(`no team has the id "later" (there are ${team.id})`)])
    const { apiKey } = server.teams.create({ id: 'later' })
    expect(await send('GET', '/v1/entities', undefined, `Bearer ${apiKey}`)).toContain('503')
    server.faults.add({ status: 503, team: 'later' })
    expect(warnings).toHaveLength(1)
  })
})

describe('a refused key', () => {
  it('tells its cause in the log and by warn, and not in the body', async () => {
    const { server, warnings, send, causes, team } = setUp()
    const bodies = [
      await send('GET', '/v1/entities', undefined, ''),
      await send('GET', '/v1/entities', undefined, 'Basic abc'),
      await send('GET', '/v1/entities', undefined, 'Bearer of-no-team'),
      await send('GET', '/v1/entities', undefined, 'Bearer of-no-team'),
    ]
    expect(causes()).toEqual([
      'The request has no header Authorization.',
      'The header Authorization is not "Bearer <API_KEY>".',
      expect.stringMatching(/^This is the key of no team: /),
      expect.stringMatching(/^This is the key of no team: /),
    ])
    expect(warnings).toHaveLength(3)
    server.reset()
    bodies.push(await send('GET', '/v1/entities'))
    expect(causes()).toEqual(['This key was removed by reset(): create a team again after it.'])
    expect(warnings.at(-1)).toBe(
      'entity-screening: a request was refused for its key. This key was removed by reset(): create a team again after it.',
    )
    for (const body of bodies) expect(body).not.toMatch(/reset|no team|createHandlers/)
    expect([bodies[0], bodies[2]]).toEqual([bodies[1], bodies[4]])
    expect([...warnings, ...bodies].join()).not.toContain(team.apiKey)
  })

  it('was removed by restore() if the snapshot does not have it', async () => {
    const { server, send, causes } = setUp()
    server.restore(createMockServer().snapshot())
    await send('GET', '/v1/entities')
    expect(causes()).toEqual(['This key was removed by restore(): create a team again after it.'])
  })

  it('is explained for msw without apiKey, with the same body', async () => {
    const { server, send, causes } = setUp()
    const direct = await send('GET', '/v1/entities', undefined, '')
    const [handler] = createHandlers(server, { baseUrl: 'https://screening.example' })
    const request = new Request('https://screening.example/v1/entities')
    const result = await handler?.run({ request, requestId: '1' })
    expect(await result?.response?.text()).toBe(direct)
    expect(causes()[1]).toMatch(/createHandlers has no apiKey, .* a page needs no key\.$/)
    await answerRequest(server, new Request('https://screening.example/v1/entities'))
    expect(causes()[2]).toBe('The request has no header Authorization.')
  })
})

describe('a fault that no request got', () => {
  it('is named at the reset, because a test of an error may have seen another error', async () => {
    const { server, warnings, send } = setUp()
    server.faults.add({ operation: 'listEntities', status: 503 })
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 2 })
    server.faults.add({ operation: 'getHealth', status: 500 })
    server.faults.add({ delay: 5, probability: 0.01 })
    await send('GET', '/v1/health')
    server.reset()
    expect(warnings).toEqual([
      'entity-screening: reset() removes fault-1 (listEntities, 503), which no request got.',
      'entity-screening: reset() removes fault-2 (createEntity, lost_response), which no request got.',
    ])
  })
})

describe('a page', () => {
  /** Creates a server in a page whose runtime has these versions in `process`. */
  function setUpPage(url: string, versions: object) {
    vi.stubGlobal('location', new URL(url))
    vi.stubGlobal('process', { versions })
    try {
      return setUp()
    } finally {
      vi.unstubAllGlobals()
    }
  }

  it('that a test emulates in Node is not warned of, whatever its address', () => {
    const { node } = process.versions
    expect(setUpPage('https://app.bank.example/customers', { node }).warnings).toEqual([])
  })

  it.each([
    ['https://app.bank.example/customers', 1],
    ['http://kyc.corp.internal/', 1],
    ['http://localhost:5173/', 0],
    ['http://127.0.0.1:5173/', 0],
    ['about:blank', 0],
  ])('that this machine does not serve is warned of: %s', (url, count) => {
    const { warnings } = setUpPage(url, {})
    expect(warnings).toHaveLength(count)
    if (count > 0)
      expect(warnings[0]).toBe(
        `entity-screening: this page of ${new URL(url).host} uses the mock server: nothing is sent to the service, and all findings are fictional.`,
      )
  })
})

describe('a network that is read before its screening ended', () => {
  it('is named once until a reset, because a test may take it for one without hits', async () => {
    const { server, warnings, create, send } = setUp({ keys: { key: 'team' } })
    const createAndRead = async () => {
      const { data } = JSON.parse(await create('[sanctioned] Bob'))
      await send('GET', `/v1/entities/${data.id}/network`)
      await send('GET', `/v1/entities/${data.id}/network`)
      return data.id
    }
    const id = await createAndRead()
    const sentence = `entity-screening: the network of ${id} was read before its screening ended, and shows no hits, which does not mean that there are none: wait for it, or call server.clock.settle() (POST /__admin/clock/settle) before.`
    expect(warnings).toEqual([sentence])
    server.reset()
    const { apiKey } = server.teams.create({ id: 'team', apiKey: 'key' })
    const { data } = JSON.parse(
      await send('POST', '/v1/entities', { type: 'person', name: 'Eve' }, `Bearer ${apiKey}`),
    )
    await send('GET', `/v1/entities/${data.id}/network`, undefined, `Bearer ${apiKey}`)
    expect(warnings).toHaveLength(2)
  })

  it.each<[string, MockServerOptions, string, number]>([
    ['a real clock', { clock: 'real' }, 'Bob', 1],
    ['a stepping clock', { clock: 'stepping' }, 'Bob', 1],
    ['a screening that never ends', {}, '[stuck] Bob', 0],
  ])('is named with any clock, if the screening will end: %s', async (_, options, name, count) => {
    const { warnings, create, send } = setUp(options)
    const { data } = JSON.parse(await create(name))
    await send('GET', `/v1/entities/${data.id}/network`)
    expect(warnings).toHaveLength(count)
  })

  it('is no warning after the end', async () => {
    const { server, warnings, create, send } = setUp()
    const { data } = JSON.parse(await create('Bob'))
    server.clock.settle()
    await send('GET', `/v1/entities/${data.id}/network`)
    expect(warnings).toEqual([])
  })
})
