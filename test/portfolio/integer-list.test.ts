import { describe, expect, it } from 'vitest'
import {
  copyIntegerList,
  createIntegerList,
  getInteger,
  increaseInteger,
  setInteger,
} from '../../src/portfolio/integer-list.ts'

describe('a list of integers', () => {
  it('is 0 where none was set, and takes no memory for that', () => {
    const list = createIntegerList()
    setInteger(list, 5_000_000, 0)
    expect([0, 7, 5_000_000, -1].map(index => getInteger(list, index))).toEqual([0, 0, 0, 0])
    expect(list.cells.length).toBe(0)
  })

  it('keeps what was set when it grows', () => {
    const list = createIntegerList()
    for (let index = 0; index < 10_000; index += 3) setInteger(list, index, -index)
    increaseInteger(list, 3)
    increaseInteger(list, 50_000)
    expect([0, 1, 3, 9999, 50_000, 50_001].map(index => getInteger(list, index))).toEqual([
      0, 0, -2, -9999, 1, 0,
    ])
  })

  it('is not changed through its copy', () => {
    const list = createIntegerList()
    setInteger(list, 2, 7)
    const copy = copyIntegerList(list)
    increaseInteger(copy, 2)
    expect([getInteger(list, 2), getInteger(copy, 2)]).toEqual([7, 8])
  })
})
