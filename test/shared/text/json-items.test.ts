import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createItemParser } from '../../../src/shared/text/json-items.ts'
import { repetitions } from '../../repetitions.ts'

/** What a list gives that arrives in pieces of so many characters; null where it is no whole list. */
function readInPieces(text: string, size: number): unknown[] | null {
  const parser = createItemParser()
  const values: unknown[] = []
  for (let at = 0; at < text.length; at += size) values.push(...parser.write(text.slice(at, at + size)))
  return parser.state === 'complete' ? values : null
}

function readWhole(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

const lists = fc.array(fc.jsonValue())
const sizes = fc.integer({ min: 1, max: 40 })

describe('a list in chunks', () => {
  it('has the items of the complete list', () => {
    const indents = fc.constantFrom(0, 2)
    fc.assert(
      fc.property(lists, sizes, indents, (list, size, indent) => {
        const text = JSON.stringify(list, null, indent)
        expect(readInPieces(text, size)).toEqual(readWhole(text))
      }),
      { numRuns: repetitions(1000) },
    )
  })

  it('is refused if the complete text would be', () => {
    const marks = fc.constantFrom('', ',', '[', ']', '{', '}', '"', '\\', ':', ' ', '\u00a0', 'x', '1')
    fc.assert(
      fc.property(lists, sizes, fc.nat(200), marks, (list, size, place, mark) => {
        const text = JSON.stringify(list)
        const at = place % (text.length + 1)
        const broken = text.slice(0, at) + mark + text.slice(at + 1)
        expect(readInPieces(broken, size)).toEqual(readWhole(broken))
      }),
      { numRuns: repetitions(3000) },
    )
  })

  it('returns an item once it is complete, with or without a comma after it', () => {
    const parser = createItemParser()
    const pieces = ['[{"a":', '1}', ' ,', ' 2', ',3', ' ]', ' ', ' x', ' ']
    expect(pieces.map(piece => [parser.write(piece), parser.state])).toEqual([
      [[], 'incomplete'],
      [[{ a: 1 }], 'incomplete'],
      [[], 'incomplete'],
      [[], 'incomplete'],
      [[2], 'incomplete'],
      [[3], 'complete'],
      [[], 'complete'],
      [[], 'invalid'],
      [[], 'invalid'],
    ])
  })

  it('reads an item of a million strings in one chunk', { tags: 'long' }, () => {
    const text = JSON.stringify([Array.from({ length: 1_000_000 }, () => 'a')])
    expect(readInPieces(text, text.length)?.[0]).toHaveLength(1_000_000)
  })
})
