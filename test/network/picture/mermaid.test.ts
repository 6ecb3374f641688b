import { toMermaid } from 'entity-screening-sdk/network'
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
        'flowchart LR',
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

  it('contains only letters, digits, harmless characters and character references of a name', () => {
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

  it('writes each party and each line on a separate line, for any name', () => {
    const [head, ...lines] = toMermaid(networkOfNastyNames()).trimEnd().split('\n')
    expect(head).toBe('flowchart LR')
    const forms = [
      /^ {2}n\d+(\["[^"]*"\]|\(\["[^"]*"\]\)|\{\{"[^"]*"\}\})$/,
      /^ {2}n\d+ (---|-->|-\.->|-\.-)\|"[^"]*"\| n\d+$/,
      /^ {2}(classDef \w+ [-\w:#,. ]+|class [n\d,]+ \w+)$/,
    ]
    expect(lines.filter(line => !forms.some(form => form.test(line)))).toEqual([])
  })

  it('keeps each character that it writes as a reference', () => {
    const read = (label: string) =>
      label.replaceAll(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    expect(read(toMermaid(networkOfNastyNames()))).toContain('<img src=x onerror="window.harmed = true">')
  })
})

it('a flowchart counts the parties that it leaves out', () => {
  const fan = owned(...Array.from({ length: 9 }, (_, at): [string, string, number] => [`P${at}`, 'A', 0.1]))
  expect(toMermaid(fan, { maxNodes: 4 })).toContain('A<br/>Root<br/>and 6 more')
})
