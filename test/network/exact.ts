/** A rational number, to compute the same by another way. */
export interface Exact {
  readonly top: bigint
  readonly bottom: bigint
}

export const zero: Exact = { top: 0n, bottom: 1n }
export const one: Exact = { top: 1n, bottom: 1n }

function divisor(left: bigint, right: bigint): bigint {
  return right === 0n ? (left < 0n ? -left : left) : divisor(right, left % right)
}

export function exact(top: bigint, bottom: bigint): Exact {
  const common = divisor(top, bottom) * (bottom < 0n ? -1n : 1n)
  return { top: top / common, bottom: bottom / common }
}

export const add = (a: Exact, b: Exact) => exact(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
export const subtract = (a: Exact, b: Exact) => add(a, { top: -b.top, bottom: b.bottom })
export const multiply = (a: Exact, b: Exact) => exact(a.top * b.top, a.bottom * b.bottom)
export const divide = (a: Exact, b: Exact) => exact(a.top * b.bottom, a.bottom * b.top)

export function toNumber({ top, bottom }: Exact): number {
  const scaled = (top * 10n ** 18n) / bottom
  return Number(scaled) / 1e18
}

/** The inverse of a matrix by Gauss and Jordan; null where it has none. */
export function invert(matrix: readonly (readonly Exact[])[]): Exact[][] | null {
  const size = matrix.length
  const rows = matrix.map((row, at) => [...row, ...row.map((_, column) => (column === at ? one : zero))])
  for (let column = 0; column < size; column += 1) {
    const pivot = rows.findIndex((row, at) => at >= column && row[column]?.top !== 0n)
    const pivotRow = rows[pivot]
    if (pivotRow === undefined) return null
    rows[pivot] = rows[column] ?? []
    const first = pivotRow[column] ?? one
    const scaled = pivotRow.map(value => divide(value, first))
    rows[column] = scaled
    for (const [at, row] of rows.entries()) {
      const factor = row[column] ?? zero
      if (at === column || factor.top === 0n) continue
      rows[at] = row.map((value, place) => subtract(value, multiply(factor, scaled[place] ?? zero)))
    }
  }
  return rows.map(row => row.slice(size))
}
