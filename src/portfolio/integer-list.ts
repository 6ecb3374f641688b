/**
 * Integers of 32 bits, by index; 0 if none was set. Typed arrays are outside the JavaScript heap, so they do not enlarge it.
 */
export interface IntegerList {
  cells: Int32Array
}

const minLength = 1024

export function createIntegerList(): IntegerList {
  return { cells: new Int32Array(0) }
}

export function copyIntegerList({ cells }: IntegerList): IntegerList {
  return { cells: cells.slice() }
}

/** Returns the integer at an index; 0 also for an index that a list cannot have, such as -1. */
export function getInteger({ cells }: IntegerList, index: number): number {
  return cells[index] ?? 0
}

export function setInteger(list: IntegerList, index: number, integer: number): void {
  if (index >= list.cells.length) {
    // A list of zeros takes no memory.
    if (integer === 0) return
    const cells = new Int32Array(Math.max(minLength, index + 1, Math.ceil(list.cells.length * 1.5)))
    cells.set(list.cells)
    list.cells = cells
  }
  list.cells[index] = integer
}

export function increaseInteger(list: IntegerList, index: number): void {
  setInteger(list, index, getInteger(list, index) + 1)
}
