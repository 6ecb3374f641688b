import type { Network } from 'entity-screening-sdk'
import { toGraph, toMermaid, toSvg } from 'entity-screening-sdk/network'
import { expect, it } from 'vitest'
import { assessScreened } from '../assess-screened.ts'
import { holds, networkOf, organizationNode } from '../networks.ts'

const sanctions = [{ name: 'Z', sources: [], isReadable: true, unknownFields: {} }]

/** A company with 160 clean owners, and sanctioned parties that nothing leads to. */
function crowd(sanctioned: number): Network {
  const owners = Array.from({ length: 160 }, (_, at) => `o${at}`)
  const alone = Array.from({ length: sanctioned }, (_, at) => organizationNode(`z${at}`, { sanctions }))
  return networkOf(
    owners.map(id => holds([id, 'c', 0.001])),
    {
      nodes: [organizationNode('c'), ...owners.map(id => organizationNode(id)), ...alone],
      rootId: 'c',
    },
  )
}

it('a sanctioned party without a connection is drawn before owners without hits', () => {
  const { nodes } = toGraph(crowd(1))
  expect(nodes).toHaveLength(150)
  expect(nodes.map(({ id }) => id)).toContain('z0')
})

it('a party with hits that does not fit is counted in each picture', { tags: 'long' }, async () => {
  const network = crowd(300)
  expect(toGraph(network).apart).toEqual({ count: 225, withHits: 225 })
  expect(await toSvg(network)).toContain('225 of them have hits.')
  expect(toMermaid(network)).toContain('225 more, 225 with hits, not connected')
})

it.each(['\u202e', '\u0000', '\u200b', '\u3164', '\u00ad'])(
  'an owner with an invisible name (%j) has none: it may be anyone',
  name => {
    const network = networkOf([holds(['h', 'c', 1])], {
      nodes: [organizationNode('c'), organizationNode('h', { name })],
      rootId: 'c',
    })
    const { verdict, issues } = assessScreened(network, { regime: 'ofac' })
    expect(verdict).toBe('possible')
    expect(issues).toMatchObject([{ kind: 'unnamed_node', ids: ['h'] }])
  },
)
