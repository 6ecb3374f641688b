import { expect, it } from 'vitest'
import { formatTree } from '../../../cli/network/lines.ts'
import { holds, networkOf, organizationNode } from '../../network/networks.ts'

it('the tree of a network may be deeper than a stack', () => {
  const ids = Array.from({ length: 12_000 }, (_, at) => `c${at}`)
  const relations = ids.slice(1).map((id, at) => holds([id, ids[at] ?? '', 1]))
  const nodes = ids.map(id => organizationNode(id))
  expect([...formatTree(networkOf(relations, { rootId: 'c0', nodes }), [], 80)]).toHaveLength(ids.length)
})
