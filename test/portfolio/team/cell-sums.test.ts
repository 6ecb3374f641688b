import { describe, expect, it } from 'vitest'
import { createCellSums, getCellSums, setCellSums } from '../../../src/portfolio/team/cell-sums.ts'

describe('the checksums of unused cells', () => {
  it('are those of each line, with as many columns as it has', () => {
    const cellSums = createCellSums()
    const sumsOfLine = new Map([
      [2, '\0\u0001\uffff\uffff'],
      [9, '\u8000\0'],
      [7, 'ab'.repeat(16)],
    ])
    for (const [line, sums] of sumsOfLine) setCellSums(cellSums, line, sums)
    for (const [line, sums] of sumsOfLine) expect(getCellSums(cellSums, line)).toBe(sums)
  })

  it('are empty for a line that has none', () => {
    const cellSums = createCellSums()
    setCellSums(cellSums, 3, '')
    setCellSums(cellSums, 4, 'ab')
    expect([1, 3, 5].map(line => getCellSums(cellSums, line))).toEqual(['', '', ''])
  })
})
