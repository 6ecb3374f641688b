import type { ServerResponse } from 'node:http'
import { beneficialOwners, exposure, ownershipOf } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { clientOf, installCommand, startOther, startScreened, startService } from '../built-command.ts'

const command = installCommand()

describe('owners', { timeout: 30_000 }, () => {
  it('names the beneficial owners, and why', async () => {
    const { environment, id } = await startScreened()
    const { status, stdout } = await command.run(['owners', id], environment)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Beneficial owners of Halfmoon Minerals Oy \(AMLR\)\n/)
    expect(stdout).toMatch(/^Yevgraf Braskin +certain +ownership +50 % +[0-9a-f]+$/m)
    expect(stdout).toContain('- Rule (AMLR): ')
    expect(stdout).toContain('no legal advice and no clearance.\n')
  })

  it.each(['amlr', 'amld'] as const)('is what the functions answer with --json: %s', async rule => {
    const { environment, id, network } = await startScreened()
    const { stdout } = await command.run(['owners', id, '--rule', rule, '--json'], environment)
    expect(JSON.parse(stdout)).toEqual({
      beneficialOwners: beneficialOwners(network, { rule }),
      ownership: ownershipOf(network),
    })
  })
})

describe('exposure', { timeout: 30_000 }, () => {
  it.each([
    ['ofac', /^Halfmoon Minerals Oy \(OFAC\): blocked\n/],
    ['uk', /^Halfmoon Minerals Oy \(UK\): not blocked by any owner in the network\n/],
  ] as const)('says how the organization stands under %s', async (regime, headline) => {
    const { environment, id, network } = await startScreened()
    const { status, stdout } = await command.run(['exposure', id, '--regime', regime], environment)
    expect(status).toBe(0)
    expect(stdout).toMatch(headline)
    expect(stdout).toMatch(/^Yevgraf Braskin +blocked +own name +- +yes +[0-9a-f]+$/m)
    expect(stdout).toContain('no legal advice and no clearance.\n')
    const json = await command.run(['exposure', id, '--regime', regime, '--json'], environment)
    expect(JSON.parse(json.stdout)).toEqual(exposure(network, { regime }))
  })

  it('never calls an organization clear of which entries cannot be read', async () => {
    const root = { id: '7', name: 'Halfmoon Minerals Oy', type: 'organization', sanctions_json: '[{' }
    const data = { nodes: { 7: root }, relations: [] }
    const bodyOf = (path = '') => (path.endsWith('/network') ? { success: true, data } : [])
    const url = await startOther(({ url: path }, response) => response.end(JSON.stringify(bodyOf(path))))
    const { stdout } = await command.run(['exposure', '7', '--base-url', url])
    expect(stdout).toMatch(/^Halfmoon Minerals Oy \(OFAC\): possibly blocked\n/)
  })
})

it.each([['exposure'], ['report', '--html', 'early.html']])(
  '%s warns where the screening has no result yet: a network without hits is not clean then',
  async (name, ...flags) => {
    const { server, environment } = await startService()
    const { id } = await clientOf(server).entities.create({
      type: 'organization',
      name: 'Halfmoon Minerals Oy',
      countryCode: 'FI',
    })
    const { status, stderr } = await command.run([name, id, ...flags, '--quiet'], environment)
    expect(status).toBe(0)
    expect(stderr).toContain('warning: The screening of the entity has no result yet')
  },
)

/** A service whose list of entities may never end. */
async function startList(answerList: (response: ServerResponse) => void): Promise<string> {
  const data = { nodes: { 7: { id: '7', name: 'Halfmoon Minerals Oy' } }, relations: [] }
  return startOther(({ url }, response) =>
    url?.endsWith('/network')
      ? response.end(JSON.stringify({ success: true, data }))
      : answerList(response.setHeader('content-type', 'application/json')),
  )
}

it('exposure reads the list no further than the entity', { timeout: 30_000 }, async () => {
  const url = await startList(response => response.write('[{"id":"7","riskLevel":"Low Risk"},{"id":"8",'))
  const { status, stderr } = await command.run(['exposure', '7', '--base-url', url])
  expect(status).toBe(0)
  expect(stderr).not.toContain('screening of the entity')
})

it('exposure warns where the list does not have the entity', { timeout: 30_000 }, async () => {
  const url = await startList(response => response.end('[]'))
  const { status, stderr } = await command.run(['exposure', '7', '--base-url', url, '--quiet'])
  expect(status).toBe(0)
  expect(stderr).toContain('warning: Whether the screening of the entity has a result is unknown')
})

it('help report says that one of its two files is enough', { timeout: 30_000 }, async () => {
  const { stdout } = await command.run(['help', 'report'])
  expect(stdout).toMatch(/^Usage: entity-screening report ID \(--html FILE \| --json FILE\) \[flags\]\n/)
})

it.each(['owners', 'exposure'])('%s fails where the entity itself is not in its network', async name => {
  const data = { nodes: { 8: { id: '8', name: 'Another Oy' } }, relations: [] }
  const url = await startOther((_, response) => response.end(JSON.stringify({ success: true, data })))
  expect(await command.run([name, '7', '--base-url', url, '--quiet'])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'entity-screening: the network of 7 does not contain the entity itself: its owners are unknown\n',
  })
})
