import { groupInputs } from '../../../resources/group-inputs.ts'
import type { AnnouncedRow } from '../../rows/row-state.ts'
import type { InDoubtCause, InDoubtSearch } from './batch.ts'

export function createInDoubtSearch(
  cause: InDoubtCause,
  rows: readonly AnnouncedRow[],
  accepted: number,
): InDoubtSearch | null {
  if (rows.length === 0) return null
  return {
    cause,
    rows,
    inputs: groupInputs(rows, ({ row }) => row, true),
    accepted,
    decisions: new Map(),
    lastRead: null,
    unreliableSince: null,
    holdsOthersBack: false,
  }
}
