import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { transitions } from '../../src/portfolio/rows/row-state.ts'
import { findColumns, importFields } from '../../src/portfolio/source/columns.ts'

const root = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const text = read('docs/portfolios.md')

/** The first cells of the table under a heading. */
function firstCells(heading: string): string[] {
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const rows = section.split('\n## ')[0]?.matchAll(/^\| `(\w+)` \|/gm) ?? []
  return Array.from(rows, ([, cell = '']) => cell)
}

const membersOf = (file: string, name: string) => {
  const [, body = ''] = read(file).split(`export interface ${name} `)
  const members = body.split('\n}')[0]?.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm) ?? []
  return Array.from(members, ([, member = '']) => member)
}

describe('docs/portfolios.md', () => {
  it('lists each field with spellings that lead to it', () => {
    expect(firstCells('Sources')).toEqual(importFields)
    for (const field of importFields) {
      const [, spellings = ''] = new RegExp(`^\\| \`${field}\` \\| (.*) \\|$`, 'm').exec(text) ?? []
      for (const spelling of spellings.split(', '))
        expect(findColumns([spelling], {}).columnOf).toEqual({ [field]: 0 })
    }
  })

  it('names each option, and no other', () => {
    const options = ['ReadingOptions', 'ImportOptions'].flatMap(name =>
      membersOf('src/portfolio/import-options.ts', name),
    )
    expect(options).toContain('journal')
    expect(firstCells('Options').toSorted()).toEqual(options.toSorted())
  })

  it('names each place where a row is counted', () => {
    const counts = membersOf('src/portfolio/import-report.ts', 'ImportCounts')
    expect(firstCells('The report')).toEqual(counts.filter(count => count !== 'rows'))
  })

  it('leaves to docs/internals/decisions.md every transition of a row, and no other', () => {
    const decisions = read('docs/internals/decisions.md')
    const [, picture = ''] = /## The life of a row\n[^`]*`[^`]*`[^`]*```text\n(.*?)```/s.exec(decisions) ?? []
    const drawn: Record<string, Record<string, string>> = {}
    let state = ''
    for (const line of picture.split('\n')) {
      const [, from, event, to] = /^(\w*)[ ─┬├└]+ (\w+) ─+▶ (\w+) +\S/.exec(line) ?? []
      if (event === undefined || to === undefined) continue
      state = from || state
      drawn[state] = { ...drawn[state], [event]: to }
    }
    const [, last = ''] = /^(.*) are final\.$/m.exec(picture) ?? []
    for (const end of last.split(/, | and /)) drawn[end] = {}
    expect(drawn).toEqual(transitions)
  })
})
