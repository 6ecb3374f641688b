import { toDot, toMermaid } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { holds, networkOf, owned, relate, votes } from '../networks.ts'
import { nastyNames, networkOfNastyNames } from './nasty-names.ts'

const mixed = networkOf([
  holds(['X', 'A', 0.5]),
  votes(['Q', 'A', 0.4]),
  relate('P', 'A', 'RoleRelationship', { keyPosition: 'Chair' }),
])

describe('toMermaid', () => {
  it('is a flowchart with the parties, the lines, and who is blocked', () => {
    expect(toMermaid(mixed)).toBe(
      [
        'flowchart TB',
        '  n0["A<br/>Root, Blocked"]',
        '  n1(["P"])',
        '  n2(["Q"])',
        '  n3(["X<br/>Blocked<br/>Sanctions"])',
        '  n1 ---|"Chair"| n0',
        '  n2 -.->|"40 % of votes"| n0',
        '  n3 -->|"50 %"| n0',
        '  classDef rootParty font-weight:bold',
        '  class n0 rootParty',
        '  classDef blocked stroke:#cf222e,stroke-width:3px',
        '  class n0,n3 blocked',
        '',
      ].join('\n'),
    )
  })

  it('has nothing of a name but letters, digits, harmless signs and numbers of characters', () => {
    const labels = Array.from(
      toMermaid(networkOfNastyNames()).matchAll(/"([^"]*)"/g),
      ([, label = '']) => label,
    )
    expect(labels).toHaveLength(1 + 3 * nastyNames.length)
    for (const label of labels.flatMap(text => text.split('<br/>'))) {
      expect(label.replaceAll(/#\d+;|\u200d/g, '')).toMatch(
        /^[\p{L}\p{M}\p{N}\p{Extended_Pictographic} ,.()+%?-]*$/u,
      )
    }
  })

  it('has each party and each line on a line of its own, whatever its name', () => {
    const [head, ...lines] = toMermaid(networkOfNastyNames()).trimEnd().split('\n')
    expect(head).toBe('flowchart TB')
    const forms = [
      /^ {2}n\d+(\["[^"]*"\]|\(\["[^"]*"\]\)|\{\{"[^"]*"\}\})$/,
      /^ {2}n\d+ (---|-->|-\.->|-\.-)\|"[^"]*"\| n\d+$/,
      /^ {2}(classDef \w+ [-\w:#,. ]+|class [n\d,]+ \w+)$/,
    ]
    expect(lines.filter(line => !forms.some(form => form.test(line)))).toEqual([])
  })

  it('gives each character back that it wrote as its number', () => {
    const read = (label: string) =>
      label.replaceAll(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    expect(read(toMermaid(networkOfNastyNames()))).toContain('<img src=x onerror="window.harmed = true">')
  })
})

describe('toDot', () => {
  it('is a digraph with the parties, the lines, and who is blocked', () => {
    expect(toDot(mixed)).toBe(
      [
        'digraph network {',
        '  rankdir=TB',
        '  node [shape=box, fontname="Helvetica", fontsize=11]',
        '  edge [fontname="Helvetica", fontsize=9]',
        '  n0 [label="A\\nRoot, Blocked", style="bold", color="#cf222e", penwidth="2.5"]',
        '  n1 [label="P", style="rounded"]',
        '  n2 [label="Q", style="rounded"]',
        '  n3 [label="X\\nBlocked\\nSanctions", style="rounded", color="#cf222e", penwidth="2.5"]',
        '  n1 -> n0 [label="Chair", arrowhead="none", color="gray60"]',
        '  n2 -> n0 [label="40 % of votes", style="dashed"]',
        '  n3 -> n0 [label="50 %", penwidth="2.5"]',
        '}',
        '',
      ].join('\n'),
    )
  })

  it('has each party and each line on a line of its own, whatever its name', () => {
    const lines = toDot(networkOfNastyNames()).trimEnd().split('\n').slice(4, -1)
    const attribute = String.raw`\w+="(?:[^"\\]|\\["\\n])*"`
    const form = new RegExp(String.raw`^ {2}n\d+(?: -> n\d+)? \[${attribute}(?:, ${attribute})*\]$`)
    expect(lines).toHaveLength(1 + 3 * nastyNames.length)
    expect(lines.filter(line => !form.test(line))).toEqual([])
  })

  it('has no entity that Graphviz would turn into a sign', () => {
    const dot = toDot(networkOfNastyNames())
    expect(dot).toContain('&amp;lt;b&amp;gt; &amp;amp;')
    expect(dot).not.toMatch(/&(?!amp;)/)
  })
})

it('both leave out what is folded, and say so', () => {
  const fan = owned(...Array.from({ length: 9 }, (_, at): [string, string, number] => [`P${at}`, 'A', 0.1]))
  expect(toMermaid(fan, { maxNodes: 4 })).toContain('A<br/>Root<br/>and 6 more')
  expect(toDot(fan, { maxNodes: 4 })).toContain('A\\nRoot\\nand 6 more')
})
