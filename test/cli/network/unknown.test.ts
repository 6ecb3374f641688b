import { describe, expect, it } from 'vitest'
import { installCommand, startOther } from '../built-command.ts'

/** No part of a network that cannot be read is shown as clean. */
const command = installCommand()

async function show(data: object, ...flags: string[]): Promise<string> {
  const url = await startOther((_, response) => response.end(JSON.stringify({ success: true, data })))
  const { status, stdout } = await command.run(['network', '7', '--quiet', '--base-url', url, ...flags])
  expect(status).toBe(0)
  return stdout
}

const lists = { pep: [], sanctions: [], adverse_media: [] }
const root = { id: '7', name: 'Halfmoon Minerals Oy', type: 'organization', ...lists }
const clean = 'No hits against anyone here. That is not clearance.\n'

describe('a network', { timeout: 60_000 }, () => {
  it('is clean only where all of it could be read', async () => {
    expect(await show({ nodes: { 7: root }, relations: [] })).toContain(clean)
  })

  it.each([
    ['sanctions_json', '[{"name":', 'sanctions', 'sanctions entry'],
    ['sanctions', ['OFAC'], 'sanctions', 'sanctions entry'],
    ['sanctions', 1, 'sanctions', 'sanctions entry'],
    ['pep_json', '{', 'PEP', 'PEP entry'],
    ['adverse_media', [null], 'adverse media', 'adverse media entry'],
  ])('says that an entry of %s cannot be read: %j', async (field, value, flag, name) => {
    const shown = await show({ nodes: { 7: { ...root, [field]: value } }, relations: [] })
    expect(shown).toContain(`${flag} 1 (1 cannot be read)`)
    expect(shown).toMatch(new RegExp(`^Halfmoon Minerals Oy +${flag} +\\(cannot be read; --json shows`, 'm'))
    expect(shown).toContain(`\n1 ${name} that cannot be read: treat as hits.\n`)
    expect(shown).not.toContain('No hits')
  })

  it('counts what can be read and what cannot apart', async () => {
    const sanctions = [{ name: 'Halfmoon', sources: ['list'] }, 'OFAC', 'EU']
    const shown = await show({ nodes: { 7: { ...root, sanctions } }, relations: [] })
    expect(shown).toContain('sanctions 3 (2 cannot be read)')
    expect(shown).toContain('\n2 sanctions entries that cannot be read: treat as hits.\n')
  })

  it.each([['an odd past'], [{ factor: 'an odd past' }]])('shows a risk factor: %j', async risk => {
    const shown = await show({ nodes: { 7: { ...root, risks: [risk] } }, relations: [] })
    expect(shown).toMatch(/ risk 1 +7$/m)
    expect(shown).toMatch(/^Halfmoon Minerals Oy +risk +.*an odd past/m)
  })

  it('says so where the entity itself, or the end of a relation, is not there', async () => {
    const relations = [{ source: '8', target: '9', type: 'SubsidiaryRelationship' }]
    const shown = await show({ nodes: { 8: { id: '8' } }, relations })
    expect(shown).toContain('The entity itself is not among the nodes: entries against it are unknown.\n')
    expect(shown).toContain('\n8  8\n└─ parent of 9 (not among the nodes)\n')
    expect(shown).not.toContain(clean)
  })

  it('without nodes is not clean', async () => {
    const shown = await show({ nodes: {}, relations: [] })
    expect(shown).toContain('The network is empty: nothing is known about anyone. That is no clearance.\n')
  })

  it('names the fields that it does not show', async () => {
    const relations = [{ source: '7', target: '7', type: 'x', alarm: true }]
    const shown = await show({ nodes: { 7: { ...root, listings: ['OFAC'] } }, relations })
    expect(shown).toContain('No hits in what could be read. That is not clearance.\n')
    expect(shown).toContain('Fields that are not shown here: listings, alarm; --json has them.\n')
  })
})
