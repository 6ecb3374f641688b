import { describe, expect, it } from 'vitest'
import { hitList, jsonList, textList } from '../../src/quirks/lists.ts'
import { readAlone } from './read-alone.ts'

const hit = { name: 'A' }

describe('a list that may be JSON-encoded', () => {
  it.each([
    ['an array is taken as it is', [hit], [hit], []],
    ['nothing is an empty list', undefined, [], []],
    ['null is an empty list', null, [], []],
    ['text is parsed', '[{"name":"A"}]', [hit], ['json_encoded']],
    ['the text null is an empty list', 'null', [], ['json_encoded']],
    ['empty text is an empty list', '', [], ['placeholder']],
    [
      'text encoded twice is parsed twice',
      JSON.stringify('[{"name":"A"}]'),
      [hit],
      ['json_encoded', 'json_encoded'],
    ],
    ['one object is a list of one', hit, [hit], ['converted']],
    [
      'malformed text is one unreadable entry, not a clean record',
      '[{"name":',
      [{ unreadable: '[{"name":' }],
      ['malformed_json'],
    ],
  ])('%s', (_, given, value, quirks) => {
    expect(readAlone(jsonList, given)).toEqual({ value, quirks })
  })

  it.each(['no', 'none', 'n/a', '0', 'false', 0, false])(
    'of hits is empty where %j stands in its place',
    no => {
      expect(readAlone(hitList, no)).toEqual({
        value: { entries: [], isAlone: false },
        quirks: ['placeholder'],
      })
    },
  )
})

describe('a list of texts', () => {
  it.each([
    [['a'], ['a'], []],
    ['a text alone', ['a text alone'], ['converted']],
    ['["a"]', ['a'], ['json_encoded']],
    [['a', { b: 1 }], ['a'], ['unreadable']],
    ['', [], ['placeholder']],
    [null, [], []],
  ])('%j is %j', (given, value, quirks) => {
    expect(readAlone(textList, given)).toEqual({ value, quirks })
  })
})
