import type { RequestRecord } from '../../state/request-log.ts'

/** A request of the log, as the control API shows it. */
export interface RequestEntry extends RequestRecord {
  readonly id: number
  /** ISO 8601, on the clock of the machine. */
  readonly realTime: string
  /** In milliseconds of the machine's clock. */
  readonly duration: number
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>>
}
