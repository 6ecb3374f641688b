import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { transitions } from '../../src/portfolio/rows/row-state.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

it('docs/internals/decisions.md draws every transition of a row, and no other', () => {
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
