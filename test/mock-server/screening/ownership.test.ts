import { scenarios } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { only } from '../wire.ts'
import { play } from './playing.ts'

describe('the scenarios of ownership', () => {
  it('chain: three companies above one another, and a sanctioned person at the end', async () => {
    const { nodes, relations, owners } = await play('ownership-chain')
    expect(nodes).toHaveLength(4)
    expect(relations).toHaveLength(3)
    expect(only(owners).source?.sanctions).toEqual([])
    expect(nodes.filter(({ sanctions }) => sanctions?.length).map(({ type }) => type)).toEqual(['person'])
  })

  it.each(['ownership-cycle', 'closed-loop'] as const)(
    '%s: an owner of the root is owned by it',
    async id => {
      const { id: root, relations, riskLevel } = await play(id)
      const above = new Set([root])
      for (const _ of relations)
        for (const { source, target } of relations) if (above.has(target)) above.add(source)
      const owned = relations.filter(({ source, target }) => source === root && above.has(target))
      expect(owned.length).toBeGreaterThan(0)
      expect(riskLevel).toBe('Low Risk')
    },
  )

  it('fifty percent: exactly half', async () => {
    const { owners } = await play('fifty-percent')
    expect(owners.map(({ source, share }) => [share, source?.sanctions?.length])).toEqual([
      [0.5, 1],
      [0.5, 0],
    ])
  })

  it('two times 26 %', async () => {
    const { owners } = await play('two-26-percent')
    expect(owners.map(({ source, share }) => [share, source?.sanctions?.length])).toEqual([
      [0.26, 1],
      [0.26, 1],
      [0.48, 0],
    ])
  })

  it.each(scenarios.filter(({ id, status }) => status === undefined && id !== 'quirky'))(
    'the shares of each company sum to 1: $id',
    async ({ id }) => {
      const sums = new Map<string, number>()
      for (const { target, type, details } of (await play(id)).relations) {
        if (type !== 'ShareholdingRelationship') continue
        sums.set(target, (sums.get(target) ?? 0) + (details?.exact_share ?? 0))
      }
      for (const sum of sums.values()) expect(sum).toBeCloseTo(1, 10)
    },
  )
})

it('an organization is politically exposed by its owner, who leads it', async () => {
  const { owners, root, riskScore } = await play('pep')
  expect(root?.pep).toEqual([])
  expect(only(owners).source?.pep).toHaveLength(1)
  expect(riskScore).toBe(48)
})

describe('the large network', () => {
  it('has 5,000 nodes, all within three relations of the root, and circles', { tags: 'long' }, async () => {
    const { id, nodes, relations, riskLevel } = await play('large-network')
    expect(nodes).toHaveLength(5000)
    expect(relations.length).toBeGreaterThan(5000)
    expect(riskLevel).toBe('Low Risk')
    const reached = new Set([id])
    for (let distance = 0; distance < 3; distance += 1) {
      const before = new Set(reached)
      for (const { source, target } of relations) {
        if (before.has(source)) reached.add(target)
        if (before.has(target)) reached.add(source)
      }
    }
    expect(reached.size).toBe(5000)
  })

  it('has nodes and relations of their own', { tags: 'long' }, async () => {
    const { nodes, relations } = await play('large-network')
    expect(new Set(nodes.map(({ name }) => name)).size).toBe(5000)
    expect(new Set(relations.map(({ details }) => details?.uid)).size).toBe(relations.length)
  })
})
