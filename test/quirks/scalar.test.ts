import { describe, expect, it } from 'vitest'
import { placeholder } from '../../src/quirks/placeholder.ts'
import { boolean, number, openValue, text } from '../../src/quirks/scalar.ts'

describe('text', () => {
  it.each([
    ['a', 'a', []],
    ['-', '-', []],
    [42, '42', ['converted']],
    [true, 'true', ['converted']],
    [[], null, ['unreadable']],
    [null, null, []],
  ])('%j is %j', (given, value, quirks) => expect(text(given)).toEqual({ value, quirks }))
})

describe('number', () => {
  it.each([
    [1.5, 1.5, []],
    ['1.5', 1.5, ['converted']],
    ['-2', -2, ['converted']],
    ['1e9', null, ['unreadable']],
    ['', null, ['unreadable']],
    ['Infinity', null, ['unreadable']],
    [undefined, null, []],
    [null, null, []],
  ])('%j is %j', (given, value, quirks) => expect(number(given)).toEqual({ value, quirks }))
})

describe('boolean', () => {
  it.each([
    [false, false, []],
    ['true', true, ['converted']],
    ['yes', null, ['unreadable']],
    [undefined, null, []],
    [null, null, []],
  ])('%j is %j', (given, value, quirks) => expect(boolean(given)).toEqual({ value, quirks }))
})

describe('a placeholder', () => {
  it.each([
    ['-', null, ['placeholder']],
    ['', null, ['placeholder']],
    ['--', '--', []],
    ['HRB 7', 'HRB 7', []],
    [7, '7', ['converted']],
  ])('%j is %j', (given, value, quirks) => expect(placeholder(given)).toEqual({ value, quirks }))
})

describe('a value of an open set', () => {
  it.each([
    ['a', 'a', []],
    ['b', 'b', ['unknown_value']],
    [null, null, []],
  ])('%j is %j', (given, value, quirks) => expect(openValue(['a'], given)).toEqual({ value, quirks }))
})
