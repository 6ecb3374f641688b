import { describe, expect, it } from 'vitest'
import {
  booleanOrNull,
  createOpenValueReader,
  numberOrNull,
  textOrNull,
  textUnlessPlaceholder,
} from '../../src/quirks/scalar.ts'
import { readAlone } from './read-alone.ts'

describe('text', () => {
  it.each([
    ['a', 'a', []],
    ['-', '-', []],
    [42, '42', ['converted']],
    [2 ** 53, null, ['unreadable']],
    [true, 'true', ['converted']],
    [[], null, ['unreadable']],
    [null, null, []],
  ])('%j is %j', (given, value, quirks) => expect(readAlone(textOrNull, given)).toEqual({ value, quirks }))
})

describe('number', () => {
  it.each([
    [1.5, 1.5, []],
    ['1.5', 1.5, ['converted']],
    ['-2', -2, ['converted']],
    [Number.POSITIVE_INFINITY, null, ['unreadable']],
    ['9'.repeat(400), null, ['unreadable']],
    ['1e9', null, ['unreadable']],
    ['', null, ['unreadable']],
    ['Infinity', null, ['unreadable']],
    [undefined, null, []],
    [null, null, []],
  ])('%j is %j', (given, value, quirks) => expect(readAlone(numberOrNull, given)).toEqual({ value, quirks }))
})

describe('boolean', () => {
  it.each([
    [false, false, []],
    ['true', true, ['converted']],
    ['yes', null, ['unreadable']],
    [undefined, null, []],
    [null, null, []],
  ])('%j is %j', (given, value, quirks) => expect(readAlone(booleanOrNull, given)).toEqual({ value, quirks }))
})

describe('a placeholder', () => {
  it.each([
    ['-', null, ['placeholder']],
    ['', null, ['placeholder']],
    ['--', '--', []],
    ['HRB 7', 'HRB 7', []],
    [7, '7', ['converted']],
  ])('%j is %j', (given, value, quirks) =>
    expect(readAlone(textUnlessPlaceholder, given)).toEqual({ value, quirks }),
  )
})

describe('a value of an open set', () => {
  it.each([
    ['a', 'a', []],
    ['b', 'b', ['unknown_value']],
    [null, '', []],
  ])('%j is %j', (given, value, quirks) =>
    expect(readAlone(createOpenValueReader(['a']), given)).toEqual({ value, quirks }),
  )
})
