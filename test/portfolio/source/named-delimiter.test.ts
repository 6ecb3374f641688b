import { describe, expect, it } from 'vitest'
import { createTeam, importInto } from '../team.ts'
import { stream } from './collect.ts'

describe('a first line that names the delimiter', () => {
  it.each([
    ['sep=;\r\n', ';'],
    ['sep=,\n', ','],
    ['SEP=\t\r', '\t'],
    ['\uFEFFsep=^\r\n', '^'],
  ])('%j is no header, and counts as a line', { tags: 'long' }, async (first, delimiter) => {
    const rows = [
      ['name', 'type', 'country'],
      ['A, B; C', 'org', 'DE'],
      ['', 'org', 'DE'],
    ]
    const text = first + rows.map(cells => cells.map(cell => `"${cell}"`).join(delimiter)).join('\n')
    for (const source of [text, stream([...text])]) {
      const team = createTeam()
      expect(await importInto(team, source)).toMatchObject({
        created: 1,
        invalid: 1,
        problems: [{ line: 4 }],
        unusedColumns: [],
      })
      expect(await team.names()).toEqual(['A, B; C'])
    }
  })

  it('is one only in the first line', async () => {
    const team = createTeam()
    await importInto(team, 'name;type;country\nsep=,\nA;org;DE\n')
    expect(await team.names()).toEqual(['A'])
  })
})
