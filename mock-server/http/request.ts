/** A request, whatever brought it. */
export interface IncomingRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  header(name: string): string | null
  /** The body; null where it was longer than the server takes. */
  readonly body: string | null
  /** Whether it comes from this machine: the control API answers to nobody else. */
  readonly local: boolean
}
