import type { ServerResponse } from 'node:http'
import { assessSanctions, computeOwnership, findBeneficialOwners } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { clientOf, startOther, startScreened, startService } from '../services.ts'

const command = prepareCommand()

describe('owners', () => {
  it('names the beneficial owners, with the reasons', async () => {
    const { environment, id } = await startScreened()
    const { status, stdout } = await command.run(['owners', id, '--rule', 'amlr'], environment)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Beneficial owners of Halfmoon Minerals Oy \(AMLR\)\n/)
    expect(stdout).toMatch(/^Yevgraf Braskin +certain +ownership +50 % +[0-9a-f]+$/m)
    expect(stdout).toContain('- Rule (AMLR): ')
    expect(stdout).toContain('not legal advice, not clearance.\n')
  })

  it.each(['amlr', 'amld'] as const)('prints the results of the functions with --json: %s', async rule => {
    const { environment, id, network } = await startScreened()
    const { stdout } = await command.run(['owners', id, '--rule', rule, '--json'], environment)
    expect(JSON.parse(stdout)).toEqual({
      findBeneficialOwners: findBeneficialOwners(network, { rule }),
      ownership: computeOwnership(network),
    })
  })
})

describe('exposure', () => {
  it.each([
    ['ofac', /^Halfmoon Minerals Oy \(OFAC\): blocked\n/],
    ['uk', /^Halfmoon Minerals Oy \(UK\): incomplete\n/],
  ] as const)('shows the verdict on the organization under %s', async (regime, headline) => {
    const { environment, id, network, entity } = await startScreened()
    const { status, stdout } = await command.run(['exposure', id, '--regime', regime], environment)
    expect(status).toBe(0)
    expect(stdout).toMatch(headline)
    expect(stdout).toMatch(/^Yevgraf Braskin +blocked +listed +- +yes +[0-9a-f]+$/m)
    expect(stdout).toContain('not legal advice, not clearance.\n')
    const json = await command.run(['exposure', id, '--regime', regime, '--json'], environment)
    expect(JSON.parse(json.stdout)).toEqual(assessSanctions(network, { regime, entity }))
  })

  it.each([
    ['ofac', 'blocked', [5, 5, 5]],
    ['uk', 'incomplete', [0, 0, 5]],
  ] as const)('exits with 5 under %s for --fail-on %s, or worse', async (regime, _, statuses) => {
    const { environment, id } = await startScreened()
    const run = async (level: string) =>
      (await command.run(['exposure', id, '--regime', regime, '--fail-on', level], environment)).status
    expect([await run('blocked'), await run('possible'), await run('incomplete')]).toEqual(statuses)
  })

  it('fails on no other verdict', async () => {
    const lists = { pep: [], sanctions: [], adverse_media: [] }
    const nodes = {
      7: { id: '7', name: 'Quiet Ltd', type: 'organization', ...lists },
      8: { id: '8', name: 'Ilse Brandt', type: 'person', ...lists },
    }
    const relations = [
      { source: '8', target: '7', type: 'ShareholdingRelationship', details: { exact_share: 1 } },
    ]
    const entity = { id: '7', name: 'Quiet Ltd', type: 'organization', riskLevel: 'Low Risk', riskScore: 1 }
    const url = await startOther(({ url: path }, response) =>
      response.end(
        JSON.stringify(path?.endsWith('/network') ? { success: true, data: { nodes, relations } } : [entity]),
      ),
    )
    const line = ['exposure', '7', '--base-url', url, '--direction', 'source', '--fail-on', 'incomplete']
    const { status, stdout } = await command.run(line)
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^Quiet Ltd \(OFAC\): nothing found\n/)])
  })

  it('does not show the company itself as upstream', async () => {
    const lists = { pep: [], adverse_media: [] }
    const root = {
      id: '7',
      name: 'Halfmoon',
      type: 'organization',
      sanctions: [{ name: 'Halfmoon' }],
      ...lists,
    }
    const owns = { source: '7', target: '7', type: 'ShareholdingRelationship', details: { exact_share: 0.2 } }
    const data = { nodes: { 7: root }, relations: [owns] }
    const bodyOf = (path = '') => (path.endsWith('/network') ? { success: true, data } : [])
    const url = await startOther(({ url: path }, response) => response.end(JSON.stringify(bodyOf(path))))
    const { stdout } = await command.run(['exposure', '7', '--base-url', url])
    expect(stdout).toMatch(/^Halfmoon +blocked +listed +- +- +7$/m)
  })

  it('never clears an organization with unreadable entries', async () => {
    const root = { id: '7', name: 'Halfmoon Minerals Oy', type: 'organization', sanctions_json: '[{' }
    const data = { nodes: { 7: root }, relations: [] }
    const bodyOf = (path = '') => (path.endsWith('/network') ? { success: true, data } : [])
    const url = await startOther(({ url: path }, response) => response.end(JSON.stringify(bodyOf(path))))
    const { stdout } = await command.run(['exposure', '7', '--base-url', url])
    expect(stdout).toMatch(/^Halfmoon Minerals Oy \(OFAC\): possibly blocked\n/)
  })
})

it.each([
  ['exposure'],
  ['owners', '--rule', 'amld'],
  ['network'],
  ['report', '--rule', 'amld', '--html', 'early.html'],
])(
  '%s warns before the screening has a result, because a network without hits is not yet clean',
  async (name, ...flags) => {
    const { server, environment } = await startService()
    const { id } = await clientOf(server).entities.create({
      type: 'organization',
      name: 'Halfmoon Minerals Oy',
      countryCode: 'FI',
    })
    const { status, stderr } = await command.run([name, id, ...flags, '--quiet'], environment)
    expect(status).toBe(0)
    expect(stderr).toContain(
      'Its screening has no result yet, and hits may be missing. Run this command again when list shows its RISK',
    )
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

describe('--direction, --as-of, --same-parties and --exempt-companies', () => {
  const node = (id: string, type: string, more = {}) => ({
    id,
    name: id,
    type,
    pep: [],
    sanctions: [],
    adverse_media: [],
    ...more,
  })
  const owns = (source: string, target: string, exact_share: number, end_date?: string) => ({
    source,
    target,
    type: 'ShareholdingRelationship',
    details: { exact_share, ...(end_date === undefined ? {} : { end_date }) },
  })
  const listed = { sanctions: [{ name: 'X' }] }
  const data = {
    nodes: {
      7: node('7', 'organization'),
      A: node('A', 'organization'),
      X: node('X', 'person', listed),
      P: node('P', 'person'),
      P2: node('P2', 'person'),
    },
    relations: [
      owns('P', '7', 0.4),
      owns('A', '7', 0.6),
      owns('7', 'X', 0.6),
      owns('X', '7', 0.5, '2020-01-01'),
    ],
  }
  const list = [
    { id: '7', name: '7', type: 'organization', caseStatus: 'IN_PROGRESS', riskLevel: 'Low Risk' },
  ]

  it('change the reading of a network, for network, owners, exposure and report', async () => {
    const bodyOf = (path = '') => (path.endsWith('/network') ? { success: true, data } : list)
    const url = await startOther(({ url: path }, response) => response.end(JSON.stringify(bodyOf(path))))
    const run = async (...line: string[]) => (await command.run([...line, '--base-url', url])).stdout
    expect(await run('exposure', '7')).toMatch(/^7 \(OFAC\): possibly blocked\n/)
    const known = ['--direction', 'source', '--as-of', '2026-01-01']
    expect(await run('exposure', '7', ...known)).toMatch(/^7 \(OFAC\): incomplete\n/)
    const accounted = await run('exposure', '7', ...known, '--exempt-companies', 'A=listed in Oslo')
    expect(accounted).toMatch(/^7 \(OFAC\): nothing found\n/)
    expect(accounted).toContain('as the caller states: listed in Oslo.')
    expect(await run('exposure', '7', ...known, '--same-parties', 'P,X')).toContain(
      'On a sanctions list'.toLowerCase(),
    )
    expect(await run('exposure', '7', '--direction', 'ShareholdingRelationship=target')).toMatch(
      /^7 \(OFAC\): blocked\n/,
    )
    expect(await run('owners', '7', '--rule', 'amlr', '--direction', 'target')).toContain('X')
    expect(await run('network', '7', '--mermaid', '--direction', 'target')).toContain('flowchart')
    expect(await run('network', '7')).toContain('owned 60 % by A')
    expect(await run('network', '7', '--direction', 'target')).toMatch(/owned 60 % by X(.|\n)*owns 60 % of A/)
    const unused = await command.run(['network', '7', '--json', '--direction', 'target', '--base-url', url])
    expect([unused.status, unused.stderr]).toEqual([2, expect.stringContaining('does not change --json')])
    const { status, stderr } = await command.run(['exposure', '7', '--direction', 'up', '--base-url', url])
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('--direction must be one of source, target'),
    ])
    const wrong = await command.run(['exposure', '7', '--exempt-companies', 'Z=listed', '--base-url', url])
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('--exempt-companies has "Z"')])
    const read = await run(
      'exposure',
      '7',
      ...known,
      '--known-word',
      'office=Obmann',
      '--known-field',
      'note',
    )
    expect(read).toMatch(/^7 \(OFAC\): incomplete\n/)
    const word = await command.run(['exposure', '7', '--known-word', 'Obmann', '--base-url', url])
    expect([word.status, word.stderr]).toEqual([
      2,
      expect.stringContaining('--known-word must be one of holding, office'),
    ])
    const day = await command.run(['exposure', '7', '--as-of', '31.02.2026', '--base-url', url])
    expect([day.status, day.stderr]).toEqual([2, expect.stringContaining('--as-of must be a day')])
  })
})

it('exposure reads the list only up to the entity', async () => {
  const url = await startList(response => response.write('[{"id":"7","riskLevel":"Low Risk"},{"id":"8",'))
  const { status, stderr } = await command.run(['exposure', '7', '--base-url', url])
  expect(status).toBe(0)
  expect(stderr).not.toContain('screening of the entity')
})

it('exposure warns if the list does not contain the entity', async () => {
  const url = await startList(response => response.end('[]'))
  const { status, stderr } = await command.run(['exposure', '7', '--base-url', url, '--quiet'])
  expect(status).toBe(0)
  expect(stderr).toContain("The team's list lacks it: whether its screening has a result is unknown")
})

it('help report shows that an ID or a name is enough', async () => {
  const { stdout } = await command.run(['help', 'report'])
  expect(stdout).toMatch(/^Usage: entity-screening report ID\|NAME \[flags\]\n/)
})

it.each([['owners', '--rule', 'amld'], ['exposure']])(
  '%s fails if the network does not contain the entity',
  async (name, ...flags) => {
    const data = { nodes: { 8: { id: '8', name: 'Another Oy' } }, relations: [] }
    const url = await startOther((request, response) =>
      response.end(JSON.stringify(request.url === '/v1/entities' ? [] : { success: true, data })),
    )
    expect(await command.run([name, '7', ...flags, '--base-url', url, '--quiet'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'entity-screening: the network of 7 does not contain the entity itself: its owners are unknown\n',
    })
  },
)
