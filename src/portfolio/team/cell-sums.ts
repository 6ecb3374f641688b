import { createIntegerList, getInteger, type IntegerList, setInteger } from '../integer-list.ts'

/** The checksums of the unused cells of rows, as `UnusedCells` has them, one after the other. */
export interface CellSums {
  /** For each line, the position of its entry plus 1; 0 if the line has none. */
  readonly positions: IntegerList
  /** The entries: the number of checksums, and the checksums. */
  readonly sums: IntegerList
  /** The length of all entries. */
  length: number
}

export function createCellSums(): CellSums {
  return { positions: createIntegerList(), sums: createIntegerList(), length: 0 }
}

/** @param text the checksums of a row, each of two characters. */
export function setCellSums(cellSums: CellSums, line: number, text: string): void {
  if (text === '') return
  const { positions, sums, length } = cellSums
  setInteger(positions, line, length + 1)
  const count = text.length / 2
  setInteger(sums, length, count)
  for (let index = 0; index < count; index += 1) {
    const sum = (text.charCodeAt(2 * index) << 16) | text.charCodeAt(2 * index + 1)
    setInteger(sums, length + 1 + index, sum)
  }
  cellSums.length += 1 + count
}

/** Returns the checksums of a row; an empty text if all its unused cells are blank. */
export function getCellSums({ positions, sums }: CellSums, line: number): string {
  const position = getInteger(positions, line) - 1
  const count = getInteger(sums, position)
  const units = Array.from({ length: 2 * count }, (_, index) => {
    const sum = getInteger(sums, position + 1 + (index >> 1))
    return index % 2 === 0 ? sum >>> 16 : sum & 0xffff
  })
  return String.fromCharCode(...units)
}
