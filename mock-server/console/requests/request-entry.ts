import type { RequestRecord } from '../../state/request-log.ts'

/** A request of the log, as the control API shows it. */
export interface RequestEntry extends RequestRecord {
  readonly id: number
  readonly realTime: string
  readonly duration: number | null
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly scenario?: string | null
}
