import { describe, expect, it } from 'vitest'
import { findHits, hitList } from '../../src/quirks/hits.ts'

const hit = { name: 'A' }
const json = JSON.stringify

describe('hits under a name that the specification does not have', () => {
  it.each([
    ['the words run together', { ispep: true }, [['ispep']]],
    ['a record in JSON text in a list', { x: [json({ sanctions: [hit] })] }, [['x', '0', 'sanctions']]],
    ['blanks before the JSON text', { x: ` \n${json({ sanctions: [hit] })}` }, [['x', 'sanctions']]],
  ])('are found: %s', (_, given, paths) => expect(findHits(given).map(({ path }) => path)).toEqual(paths))

  it.each([null, undefined, false, 0, 'none', '', [], {}, { count: 0 }])('are not there: %j', said => {
    expect(findHits({ sanctioned: said })).toEqual([])
  })

  it.each([true, 1, 'yes', [hit], ['A'], [0], { count: 1 }])('are there: %j', said => {
    expect(findHits({ sanctioned: said })).not.toEqual([])
  })
})

describe('a list of hits', () => {
  it('that is empty under the superseded name says how it came', () => {
    expect(hitList(undefined, '[]')).toEqual({ value: [], quirks: ['superseded_name', 'json_encoded'] })
  })

  it('by source has an entry for each that was not searched', () => {
    expect(hitList({ OFAC: { checked: false }, EU: [], UN: { listed: false } }).value).toEqual([
      { checked: false },
      { listed: false },
    ])
  })

  it('is taken apart for eight levels, and what is deeper is one entry', () => {
    const nested = (levels: number): unknown => (levels === 0 ? hit : [nested(levels - 1)])
    expect(hitList(nested(9)).value).toEqual([hit])
    expect(hitList(nested(11)).value).toEqual([nested(2)])
  })
})
