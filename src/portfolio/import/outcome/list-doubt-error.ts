import type { AnnouncedRow } from '../../rows/row-state.ts'

/** Thrown if the team's list does not show with certainty whether rows were created. */
export class ListDoubtError extends Error {
  override readonly name = 'ListDoubtError'

  constructor(rows: readonly AnnouncedRow[], reason: string) {
    const lines = rows.map(({ line }) => line)
    const [first, last] = [Math.min(...lines), Math.max(...lines)]
    const range = `${rows.length} rows from line ${first} to ${last} exist`
    super(`the team's list cannot say whether ${first === last ? `line ${first} exists` : range}: ${reason}`)
  }
}
