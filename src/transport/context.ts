import type { Endpoint } from '../contract/endpoints.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import type { Outcome } from './attempts/outcome.ts'
import type { Caller } from './caller.ts'
import type { WriteLog } from './log.ts'
import type { Notify } from './notify.ts'
import type { RequestOptions } from './options/options.ts'
import type { ClientSettings } from './options/resolve.ts'
import type { Redaction } from './redact.ts'

/** The state of a running call. */
export interface Context extends CalledMethod {
  /** The operation's entry in the contract. */
  readonly contract: Endpoint
  /** The call stack of the method; null if another method makes this call. */
  readonly caller: Caller | null
  /** A copy of the caller's options; empty until they have been checked. */
  options: RequestOptions
  readonly settings: ClientSettings
  readonly redact: Redaction
  /** The value of `performance.now()` at the start of the call. */
  readonly startedAt: number
  /** The value of `performance.now()` at which `totalTimeout` ends. */
  readonly deadline: number
  readonly write: WriteLog
  readonly notify: Notify
  readonly progress: {
    /** The sequence number of the call in this process, starting at 1. */
    readonly call: number
    /** The number of attempts so far. */
    attempts: number
    /** Whether the service has processed any of the attempts. */
    outcome: Outcome
    /** Whether the service has processed any attempt before the last one. */
    outcomeBefore: Outcome
    /** The status of the last attempt; null if it got no response. */
    status: number | null
    /** The headers of the last response; null if the last attempt got none. */
    headers: Headers | null
    /** Whether the body is read as part of an attempt. Otherwise, a call ends with the head of the response. */
    isBodyWanted: boolean
    /** The error of the previous attempt. */
    failure?: unknown
  }
}
