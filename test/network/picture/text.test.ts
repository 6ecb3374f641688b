import { expect, it } from 'vitest'
import { wrapText } from '../../../src/network/picture/text.ts'

it('a line never begins with a closing bracket, at any width', () => {
  const text = '[two-26-percent] Works Ltd'
  for (let width = 20; width <= 200; width += 1) {
    const lines = wrapText(text, { size: 12 }, width, 20)
    expect(lines.filter(line => line.startsWith(']'))).toEqual([])
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  }
})

it('a text of brackets alone keeps them all', () => {
  expect(wrapText(']]]', { size: 12 }, 5, 5)).toEqual([']]]'])
})
