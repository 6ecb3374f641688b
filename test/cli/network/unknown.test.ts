import { sqliteJournals } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { startOther } from '../services.ts'

/** No part of a network that cannot be read is shown as clean. */
const command = prepareCommand()

async function show(data: object, ...flags: string[]): Promise<string> {
  const url = await startOther(({ url: path = '' }, response) =>
    response.end(JSON.stringify(path.endsWith('/network') ? { success: true, data } : [])),
  )
  const { status, stdout } = await command.run(['network', '7', '--quiet', '--base-url', url, ...flags])
  expect(status).toBe(0)
  return stdout
}

const lists = { pep: [], sanctions: [], adverse_media: [] }
const root = { id: '7', name: 'Halfmoon Minerals Oy', type: 'organization', ...lists }
const clean = 'No hits against anyone here. That is not clearance.\n'

describe('a network', () => {
  it('is clean only if all of it is readable', async () => {
    const owner = { id: '9', name: 'Ilse Brandt', type: 'person', ...lists }
    const owns = (source: string, exact_share: number) => ({
      source,
      target: '7',
      type: 'ShareholdingRelationship',
      details: { exact_share },
    })
    const nodes = { 7: root, 9: owner }
    expect(await show({ nodes, relations: [owns('9', 1)] })).toContain(clean)
    const half = await show({ nodes, relations: [owns('9', 0.5)] })
    expect(half).toContain('No hits in what could be read.')
    expect(half).toContain('\nThe network does not name all owners of Halfmoon Minerals Oy.\n')
    const gone = await show({ nodes: { 7: root }, relations: [owns('8', 1)] })
    expect(gone).toContain('No hits in what could be read.')
    expect(gone).toContain('\n1 party is not among the nodes: their hits are unknown.\n')
  })

  it.each([
    ['sanctions_json', '[{"name":', 'sanctions'],
    ['sanctions', ['OFAC'], 'sanctions'],
    ['sanctions', 1, 'sanctions'],
    ['pep_json', '{', 'PEP'],
    ['adverse_media', [null], 'adverse media'],
  ])('shows that an entry of %s cannot be read: %j', async (field, value, flag) => {
    const shown = await show({ nodes: { 7: { ...root, [field]: value } }, relations: [] })
    expect(shown).toContain(`${flag} 1 (1 cannot be read)`)
    expect(shown).toMatch(new RegExp(`^${flag} +Halfmoon Minerals Oy +\\(cannot be read; --json shows`, 'm'))
    expect(shown).toContain('\n1 entry cannot be read: treat as hits.\n')
    expect(shown).not.toContain('No hits')
  })

  it('counts readable and unreadable entries separately', async () => {
    const sanctions = [{ name: 'Halfmoon', sources: ['list'] }, 'OFAC', 'EU']
    const shown = await show({ nodes: { 7: { ...root, sanctions } }, relations: [] })
    expect(shown).toContain('sanctions 3 (2 cannot be read)')
    expect(shown).toContain('\n2 entries cannot be read: treat as hits.\n')
  })

  it('shows the entries of one hit beside each party of the name', async () => {
    const sanctions = [{ name: 'Halfmoon', program: 'P', sources: ['list'] }]
    const nodes = { 7: { ...root, sanctions }, 8: { ...root, id: '8', sanctions } }
    const relation = { type: 'ShareholdingRelationship', source: '8', target: '7' }
    const shown = await show({ nodes, relations: [relation] })
    expect(shown.match(/sanctions 1/g)).toHaveLength(2)
    expect(shown).not.toContain('sanctions 2')
  })

  it.each([['an odd past'], [{ factor: 'an odd past' }]])('shows a risk factor: %j', async risk => {
    const shown = await show({ nodes: { 7: { ...root, risks: [risk] } }, relations: [] })
    expect(shown).toMatch(/^Risk factor of Halfmoon Minerals Oy: .*an odd past/m)
    expect(shown).not.toContain('No hits against anyone here')
  })

  it('shows that the entity itself, or the end of a relation, is missing', async () => {
    const relations = [{ source: '8', target: '9', type: 'SubsidiaryRelationship' }]
    const shown = await show({ nodes: { 8: { id: '8' } }, relations })
    expect(shown).toContain('The entity itself is not among the nodes: hits against it are unknown.\n')
    expect(shown).toContain('\n8  8\n└─ parent of 9 (not among the nodes)\n')
    expect(shown).not.toContain(clean)
  })

  it('without nodes is not clean', async () => {
    const shown = await show({ nodes: {}, relations: [] })
    expect(shown).toContain('The network is empty: nothing is known about anyone. That is not clearance.\n')
  })

  it('names the fields that are not shown', async () => {
    const relations = [{ source: '7', target: '7', type: 'x', alarm: true }]
    const shown = await show({ nodes: { 7: { ...root, listings: ['OFAC'] } }, relations })
    expect(shown).toContain('No hits in what could be read. That is not clearance.\n')
    expect(shown).toContain('Not shown here: the fields listings, alarm; network --json has them.\n')
  })
})

describe('hits', () => {
  const person = { id: '9', name: 'Ilse Brandt', type: 'person', ...lists }
  const owner = { source: '9', target: '7', type: 'ShareholdingRelationship', details: { exact_share: 1 } }
  const whole = { nodes: { 7: root, 9: person }, relations: [owner] }
  const entity = { id: '7', name: 'Halfmoon Minerals Oy', type: 'organization', caseStatus: 'IN_PROGRESS' }
  const screened = { ...entity, riskLevel: 'Low Risk', riskScore: 3 }

  async function listHits(data: object, listed: readonly object[], more: object = {}, flags = ['--quiet']) {
    const url = await startOther(({ url: path = '' }, response) =>
      response.end(JSON.stringify(path.endsWith('/network') ? { success: true, data, ...more } : listed)),
    )
    const lines = [['7'], ['7', '--csv'], ['7', '--json'], ['--all', '--csv'], ['--all', '--json']]
    const log = `doubt-${crypto.randomUUID()}.log`
    // A log without decisions, which can be read.
    await (await sqliteJournals(log).open('decisions')).close()
    return Promise.all(
      [...lines, ['7', '--log', log]].map(line =>
        command.run(['hits', ...line, '--base-url', url, ...flags]),
      ),
    )
  }

  it('have warnings that advise only existing flags', async () => {
    const data = { ...whole, nodes: { 7: { ...root, sanction_hit: 'maybe' } } }
    for (const { stderr } of await listHits(data, [screened], { nextCursor: 'x' }, [])) {
      expect(stderr).toMatch(/\(no flag settles this, [^()]*knownFields\)/)
      expect(stderr).toMatch(/\(no flag settles this, [^()]*ignoreResponseFields/)
      expect(stderr).not.toMatch(/\((if|only)\b/)
    }
  })

  it('are none, with status 0, only if all of the network is readable', async () => {
    for (const outcome of await listHits(whole, [screened]))
      expect(outcome).toMatchObject({ status: 0, stderr: '' })
  })

  it.each<[string, object, readonly object[], object?]>([
    ['has no result yet', whole, [{ ...entity, caseStatus: 'NOT_STARTED' }]],
    [
      'Nothing shows whether 1 party',
      { ...whole, nodes: { 7: root, 9: { id: '9', type: 'person' } } },
      [screened],
    ],
    ['may hold only a part', whole, [screened], { nextCursor: 'x' }],
    ['The entity itself is not among the nodes', { nodes: { 9: person }, relations: [] }, [screened]],
    ['The entity itself is not among the nodes', { nodes: {}, relations: [] }, [screened]],
    ['1 party is not among the nodes', { ...whole, nodes: { 7: root } }, [screened]],
    ['does not name all owners of Halfmoon Minerals Oy', { nodes: { 7: root }, relations: [] }, [screened]],
    ['the fields listings', { ...whole, nodes: { 7: { ...root, listings: ['x'] }, 9: person } }, [screened]],
  ])('are in doubt if the network contains: %s', async (words, data, listed, more) => {
    for (const { status, stderr } of await listHits(data, listed, more)) {
      expect(status).toBe(3)
      expect(stderr).toMatch(/^warning: 7(?: \(Halfmoon Minerals Oy\))?: .+\n$/)
      expect(stderr.split(words)).toHaveLength(2)
    }
  })
})
