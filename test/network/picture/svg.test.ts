import type { Network } from 'entity-screening-sdk'
import { type NetworkGraph, toGraph, toSvg } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOut } from '../../../src/network/picture/layout.ts'
import { repetitions } from '../../repetitions.ts'
import { holds, networkOf, organizationNode, owned, personNode, relate } from '../networks.ts'
import { randomTies, tiesOf } from '../random-networks.ts'
import { nastyNames, networkOfNastyNames } from './nasty-names.ts'
import { allIn, readSvg } from './read-svg.ts'

const allowed = ['svg', 'title', 'desc', 'g', 'rect', 'path', 'text']

const chain = owned(['X', 'B', 0.8], ['P', 'B', 0.2], ['B', 'A', 1])

async function elementsOf(network: Network, options: Parameters<typeof toSvg>[1] = {}) {
  return allIn(readSvg(await toSvg(network, options)))
}

async function textsOf(network: Network, options: Parameters<typeof toSvg>[1] = {}): Promise<string[]> {
  return (await elementsOf(network, options)).filter(({ name }) => name === 'text').map(({ text }) => text)
}

describe('a picture', () => {
  it('has a name and a description for screen readers', async () => {
    const { attributes, children } = readSvg(await toSvg(chain))
    expect(attributes).toMatchObject({ role: 'img', xmlns: 'http://www.w3.org/2000/svg' })
    expect(children.slice(0, 2)).toMatchObject([
      { name: 'title', text: 'Network of A' },
      {
        name: 'desc',
        text: expect.stringMatching(
          /^4 parties and 3 relations\. A is blocked under the OFAC rule\. Decision support/,
        ),
      },
    ])
  })

  it('shows every party, every share and who is blocked, in words', async () => {
    const texts = await textsOf(chain)
    expect(texts).toEqual(
      expect.arrayContaining([
        'X',
        'B',
        'P',
        'A',
        '80 %',
        '20 %',
        '100 %',
        'Root, Blocked',
        'Blocked',
        'Sanctions',
      ]),
    )
  })

  it('has tooltips with details of parties and lines', async () => {
    const titles = (await elementsOf(chain)).filter(({ name }) => name === 'title').map(({ text }) => text)
    expect(titles).toContain('X (person, X); Blocked; Sanctions')
    expect(titles).toContain('X owns 80 % of B')
  })

  it('distinguishes parties of the same name in the tooltips of lines', async () => {
    const nodes = [
      organizationNode('T'),
      personNode('p1', { name: 'Ivan' }),
      personNode('p2', { name: 'Ivan' }),
    ]
    const pair = networkOf([holds(['p1', 'T', 0.5]), holds(['p2', 'T', 0.2])], { nodes })
    const titles = (await elementsOf(pair)).filter(({ name }) => name === 'title').map(({ text }) => text)
    expect(titles).toEqual(
      expect.arrayContaining(['Ivan ("p1") owns 50 % of T', 'Ivan ("p2") owns 20 % of T']),
    )
  })

  it('keeps each id unchanged, except for characters that XML cannot hold', async () => {
    const ids = ['a', ' a\t\n\r"<&', 'a\u0000\ud800\uffff', '\u0085\u202e']
    const some = networkOf([], { nodes: ids.map(id => organizationNode(id)), rootId: 'a' })
    const found = (await elementsOf(some)).flatMap(({ attributes }) => attributes['data-id'] ?? [])
    const written = [ids[0], ids[1], 'a\\u0000\\ud800\\uffff', ids[3]]
    expect(found.toSorted()).toEqual(written.toSorted())
  })

  it('marks risk factors as hits', async () => {
    const nodes = [organizationNode('T', { risks: ['late filing', { kind: 'odd' }] })]
    const texts = await textsOf(networkOf([], { nodes, rootId: 'T' }))
    expect(texts).toContain('Risk factor 2')
  })

  it('has a title, and names the regime', async () => {
    const texts = await textsOf(chain, { title: 'Who owns A', regime: 'uk' })
    expect(texts).toContain('Who owns A')
    expect(texts.join(' ')).toContain('under the UK rule')
  })

  it('counts the parties that are folded into one, and those with hits', async () => {
    const fan = networkOf(
      Array.from({ length: 30 }, (_, at) => holds([at < 3 ? `X${at}` : `P${at}`, 'A', 0.01])),
    )
    expect((await textsOf(fan, { maxNodes: 2 })).join(' ')).toContain('and 29 more, 2 with hits')
  })

  it('has no styles, which a content security policy may refuse', async () => {
    const elements = await elementsOf(chain)
    expect(elements.filter(({ name, attributes }) => name === 'style' || 'style' in attributes)).toEqual([])
  })

  it('loads nothing, and has no script and no id that another picture could have', {
    tags: 'long',
  }, async () => {
    const elements = await elementsOf(networkOfNastyNames())
    expect(elements.map(({ name }) => name).filter(name => !allowed.includes(name))).toEqual([])
    const attributes = new Set(elements.flatMap(element => Object.keys(element.attributes)))
    expect([...attributes].filter(name => /^on|href|^id$|src|^style$/.test(name))).toEqual([])
  })

  it('is always the same text', { tags: 'long' }, async () => {
    expect(await toSvg(networkOfNastyNames())).toBe(await toSvg(networkOfNastyNames()))
  })

  it('can show a single party', async () => {
    const single = {
      rootId: 'A',
      nodes: [organizationNode('A')],
      relations: [],
      isComplete: true,
      overriddenFields: [],
      unknownFields: {},
    }
    const texts = await textsOf(single)
    expect(texts).toContain('A')
    expect(texts.join(' ')).toContain(
      '1 party and 0 relations. The network is incomplete: whether A is blocked',
    )
  })

  it('can show parties without connections', async () => {
    const network = { ...chain, nodes: [...chain.nodes, personNode('Lone')] }
    expect(await textsOf(network)).toContain('Lone')
  })
})

describe('names', () => {
  it('are plain text for any characters', { tags: 'long' }, async () => {
    const texts = (await textsOf(networkOfNastyNames())).join(' ')
    expect(texts).toContain('株式会社三菱東京')
    const titles = (await elementsOf(networkOfNastyNames()))
      .filter(({ name }) => name === 'title')
      .map(({ text }) => text)
    for (const name of nastyNames.slice(0, 20)) {
      expect(
        titles.some(title => title.startsWith(`${name} (organization`)),
        name,
      ).toBe(true)
    }
  })

  it('contain no characters that XML lacks, and stay on one line', { tags: 'long' }, () => {
    const names = toGraph(networkOfNastyNames()).nodes.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'two lines and more of them',
        'bell null escape [31m',
        '� half � of a pair',
        'gnp.exe',
        null,
      ]),
    )
  })

  it('are shortened to three lines if they are long, and complete in the tooltip', async () => {
    const long =
      'Gesellschaft für außergewöhnlich lange Firmennamen und Beteiligungsverwaltung mit beschränkter Haftung'
    const network = { ...chain, nodes: chain.nodes.map(node => ({ ...node, name: `${long} ${node.id}` })) }
    const texts = await textsOf(network)
    expect(texts.filter(text => text.endsWith('…')).length).toBeGreaterThanOrEqual(4)
    expect((await elementsOf(network)).some(({ text }) => text.startsWith(`${long} P (`))).toBe(true)
  })

  it('of any text make a well-formed picture', { tags: 'long' }, async () => {
    const property = fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async name => {
      const network = {
        ...chain,
        nodes: chain.nodes.map(node => ({ ...node, name: node.id === 'P' ? name : node.name })),
      }
      readSvg(await toSvg(network, { title: name }))
    })
    await fc.assert(property, { numRuns: repetitions(200) })
  })
})

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const overlap = (one: Rectangle, other: Rectangle) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Everybody and everything is in the picture once, and no box lies on another or on a label. */
async function expectTidy(graph: NetworkGraph): Promise<void> {
  const { width, height, nodes, edges } = await layOut(graph)
  expect(nodes.map(({ node }) => node.id).sort()).toEqual(graph.nodes.map(({ id }) => id).sort())
  expect(new Set(edges.map(({ edge }) => edge))).toEqual(new Set(graph.edges))
  expect(edges).toHaveLength(graph.edges.length)
  const labels = edges.map(({ label }) => ({
    x: label.x - label.width / 2,
    y: label.y - label.height / 2 + 1.5,
    width: label.width,
    height: label.height - 3,
  }))
  for (const [at, node] of nodes.entries()) {
    expect(nodes.slice(at + 1).filter(other => overlap(node, other))).toEqual([])
    expect(labels.filter(label => overlap(node, label))).toEqual([])
  }
  for (const [at, label] of labels.entries())
    expect(labels.slice(at + 1).filter(other => overlap(label, other))).toEqual([])
  for (const { x, y, ...box } of [...nodes, ...labels]) {
    expect(x).toBeGreaterThanOrEqual(-1)
    expect(y).toBeGreaterThanOrEqual(-1)
    expect(x + box.width).toBeLessThanOrEqual(width + 1)
    expect(y + box.height).toBeLessThanOrEqual(height + 1)
  }
  for (const { edge, points } of edges) {
    expect(points.length).toBeGreaterThanOrEqual(2)
    for (const [id, end] of [
      [edge.source, points.at(0)],
      [edge.target, points.at(-1)],
    ] as const) {
      const box = nodes.find(({ node }) => node.id === id)
      if (box === undefined || end === undefined) throw new Error('a line without an end')
      expect(end.x).toBeGreaterThanOrEqual(box.x - 0.01)
      expect(end.x).toBeLessThanOrEqual(box.x + box.width + 0.01)
      expect(end.y).toBeGreaterThanOrEqual(box.y - 0.01)
      expect(end.y).toBeLessThanOrEqual(box.y + box.height + 0.01)
    }
  }
}

describe('labels of lines', () => {
  const board = 'Member of the Board'
  const networkWith = (keyPosition: string) => ({
    ...chain,
    relations: [...chain.relations, relate('P', 'A', 'RoleRelationship', { keyPosition })],
  })

  it('wrap into lines below each other, around the middle of the line', async () => {
    const texts = await textsOf(networkWith(board))
    expect(texts.slice(texts.indexOf('Member of the')).slice(0, 2)).toEqual(['Member of the', 'Board'])
    const graph = toGraph(networkWith(board))
    const labels = (await layOut(graph)).edges.map(({ label }) => label)
    expect(labels.map(({ lines, height }) => [lines.join(' '), height])).toEqual(
      expect.arrayContaining([
        [board, 28],
        ['80 %', 15],
      ]),
    )
    await expectTidy(graph)
  })

  it('are shortened beyond three lines, and complete in the tooltip', async () => {
    const position = `${board} `.repeat(9).trim()
    const { edges } = await layOut(toGraph(networkWith(position)))
    const { lines = [] } = edges.find(({ edge }) => edge.kind === 'role')?.label ?? {}
    expect(lines).toHaveLength(3)
    expect(lines[2]).toMatch(/…$/)
    const titles = (await elementsOf(networkWith(position))).filter(({ name }) => name === 'title')
    expect(titles.map(({ text }) => text)).toContain(`P → A: ${position}`)
  })
})

describe('the layout', () => {
  it('has owners to the left of their companies', async () => {
    const { nodes } = await layOut(toGraph(chain))
    const left = (id: string) => nodes.find(({ node }) => node.id === id)?.x ?? Number.NaN
    expect(left('X')).toBeLessThan(left('B'))
    expect(left('B')).toBeLessThan(left('A'))
  })

  it('of 149 owners is no wider than a page', { tags: 'long' }, async () => {
    const fan = toGraph(networkOf(Array.from({ length: 149 }, (_, at) => holds([`P${at}`, 'A', 0.006]))))
    const { width } = await layOut(fan)
    expect(width).toBeLessThan(800)
    await expectTidy(fan)
  })

  it('of a tree four deep, with suppliers and subsidiaries, is tidy', async () => {
    const owners = Array.from({ length: 100 }, (_, at) =>
      holds([`N${at + 1}`, `N${Math.floor(at / 4)}`, 0.25]),
    )
    const others = Array.from({ length: 12 }, (_, at) => relate(`S${at}`, 'N0', 'SupplierRelationship'))
    const below = Array.from({ length: 9 }, (_, at) => holds(['N0', `T${at}`, 1]))
    const deeper = Array.from({ length: 6 }, (_, at) => relate('T1', `U${at}`, 'ControlsRelationship'))
    const graph = toGraph(networkOf([...owners, ...others, ...below, ...deeper], { rootId: 'N0' }))
    expect(graph.nodes).toHaveLength(128)
    await expectTidy(graph)
  })

  it('of any network is tidy', { tags: 'long' }, async () => {
    const property = fc.asyncProperty(randomTies({ whole: false, unknown: true }), async ties => {
      fc.pre(ties.length > 0)
      await expectTidy(toGraph(owned(...tiesOf(ties))))
    })
    await fc.assert(property, { numRuns: repetitions(100) })
  })
})
