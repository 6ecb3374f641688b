import type { Regime } from 'entity-screening-sdk/network'
import { expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { holds, networkOf, organizationNode, sanction } from './networks.ts'

const regimes: Regime[] = ['ofac', 'eu', 'uk']

it('thousands of parties with the same name are not compared in pairs', () => {
  const ids = Array.from({ length: 5_000 }, (_, at) => `C${at}`)
  const sanctions = (id: string) => (id === 'C7' ? [sanction] : [])
  const nodes = [
    organizationNode('T'),
    ...ids.map(id => organizationNode(id, { name: 'Acme Ltd', sanctions: sanctions(id) })),
  ]
  const network = networkOf(
    ids.map(id => holds([id, 'T', 1 / ids.length])),
    { nodes, rootId: 'T' },
  )
  const verdicts = regimes.map(regime => assessScreened(network, { regime }).verdict)
  expect(verdicts).toEqual(['possible', 'possible', 'possible'])
})
