import type { BulkRow } from '../operations/bulk-rows.ts'
import type { Beside } from '../state/beside.ts'
import type { Refusal } from './reply.ts'

interface Made {
  /** Why there is nothing to be had; else empty, for what it says has been read. */
  readonly text: '' | Refusal
  readonly rows?: readonly BulkRow[] | undefined
  readonly state?: Beside | undefined
}

/** What `server.prepare` has made of a long body. */
export class PreparedBody implements Made {
  readonly text: '' | Refusal
  readonly rows: readonly BulkRow[] | undefined
  readonly state: Beside | undefined

  constructor({ text, rows, state }: Made) {
    this.text = text
    this.rows = rows
    this.state = state
  }
}
