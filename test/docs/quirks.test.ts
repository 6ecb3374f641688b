import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { headerWords } from '../../src/contract/response-headers.ts'
import { screeningWords } from '../../src/reading/screening/mentions-screening.ts'

const page = readFileSync(new URL('../../docs/quirks.md', import.meta.url), 'utf8')

/** The words in code style after the beginning of a cell, in it or the next, or of an item of a list. */
function wordsAfter(beginning: string): string[] {
  const start = page.indexOf(`\n${beginning}`)
  expect(start, beginning).toBeGreaterThan(0)
  const [row = ''] = page.slice(start + 1 + beginning.length).split(/\n(?! )/)
  const [words = ''] = row.split('|')
  return Array.from(words.matchAll(/`([^`]+)`/g), ([, word = '']) => word)
}

describe('docs/quirks.md has each word that makes a record unclear, and no other', () => {
  it.each<[string, readonly string[]]>([
    ['| anywhere |', screeningWords.stems],
    ['| the beginning of a word |', screeningWords.beginnings],
    ['| a word |', [...screeningWords.words, 'pep']],
    ['| a word, over a list or object that is not empty |', screeningWords.nouns],
  ])('%s', (row, words) => {
    expect(wordsAfter(row)).toEqual(words)
  })
})

describe('docs/quirks.md has each word of a header that decides, and no other', () => {
  it.each<[string, readonly string[]]>([
    ['| a total: ', headerWords.counts],
    ['| records: ', headerWords.records],
    ['| a part: ', [...headerWords.parts, 'X-After']],
    ['| the opposite: ', headerWords.complete],
    ['| a range: ', headerWords.ranges],
    ['- limits: ', headerWords.limits],
    ['- other units, in the first two rows: ', headerWords.otherUnits],
  ])('%s', (row, words) => {
    expect(wordsAfter(row)).toEqual(words)
  })
})
