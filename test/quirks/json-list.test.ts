import { describe, expect, it } from 'vitest'
import { jsonList } from '../../src/quirks/json-list.ts'

const hit = { name: 'A' }
const other = { name: 'B' }

describe('a list that may be JSON-encoded', () => {
  it.each([
    ['an array is taken as it is', [hit], undefined, [hit], []],
    ['nothing is an empty list', undefined, undefined, [], []],
    ['null is an empty list', null, undefined, [], []],
    ['text under the plain name is parsed', '[{"name":"A"}]', undefined, [hit], ['json_encoded']],
    [
      'text under the superseded name is parsed',
      undefined,
      '[{"name":"A"}]',
      [hit],
      ['superseded_name', 'json_encoded'],
    ],
    ['an array under the superseded name is taken', undefined, [hit], [hit], ['superseded_name']],
    ['empty text is an empty list', '', undefined, [], ['json_encoded']],
    ['the text null is an empty list', 'null', undefined, [], ['json_encoded']],
    [
      'text encoded twice is parsed twice',
      JSON.stringify('[{"name":"A"}]'),
      undefined,
      [hit],
      ['json_encoded', 'json_encoded'],
    ],
    ['one object is a list of one', hit, undefined, [hit], ['converted']],
    [
      'both present are joined',
      [hit],
      '[{"name":"B"}]',
      [hit, other],
      ['both_names', 'superseded_name', 'json_encoded'],
    ],
    [
      'both present and equal are one',
      [hit],
      '[{"name":"A"}]',
      [hit],
      ['both_names', 'superseded_name', 'json_encoded'],
    ],
    [
      'an empty plain list does not hide hits under the superseded name',
      [],
      '[{"name":"A"}]',
      [hit],
      ['both_names', 'superseded_name', 'json_encoded'],
    ],
    [
      'malformed text is one unreadable entry, not a clean record',
      '[{"name":',
      undefined,
      [{ unreadable: '[{"name":' }],
      ['malformed_json'],
    ],
  ])('%s', (_, plain, superseded, value, quirks) => {
    expect(jsonList(plain, superseded)).toEqual({ value, quirks })
  })

  it('keeps entries that are nested deeper than the engine can write', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(jsonList([deep], [hit]).value).toHaveLength(2)
  })
})
