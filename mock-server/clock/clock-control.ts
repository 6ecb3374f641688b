/**
 * A time span: milliseconds, or a number with its unit.
 *
 * @example
 * const spans: Duration[] = [500, '500ms', '2.5s', '10m', '1h', '7d']
 */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

/**
 * The clock of a server: `server.clock`. A manual clock moves only when it is advanced. A stepping clock also moves with each
 * read.
 */
export interface ServerClock {
  /** The speed as a multiple of real time; 0 for a manual or stepping clock. */
  readonly speed: number
  /**
   * Returns how far the clock was moved forward, in milliseconds.
   *
   * @example
   * server.clock.advance('1s')
   * console.log(server.clock.ahead())
   */
  ahead(): number
  /**
   * Returns the time, in milliseconds since 1970.
   *
   * @example
   * const today = new Date(server.clock.now())
   */
  now(): number
  /**
   * Moves the clock forward.
   *
   * @param duration - A time span such as `'10s'`, or milliseconds.
   * @throws RangeError if `duration` is not a time span, or leads beyond the start of the year 9999.
   * @example
   * server.clock.advance('1s') // a screening has begun: IN_PROGRESS
   */
  advance(duration: Duration): void
  /**
   * Moves the clock forward to the end of every screening and every document analysis, except those that never end.
   *
   * @throws RangeError if this time is beyond the start of the year 9999. In this case, the clock does not move.
   * @example
   * await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
   * server.clock.settle()
   * const [entity] = await client.entities.list()
   * console.log(entity?.riskLevel) // high
   */
  settle(): void
  /**
   * Resolves when a time span has passed on this clock. With a manual clock, the wait ends when the clock is advanced or reset.
   * A stepping clock moves forward at once.
   *
   * @param duration - The time span, such as `'10s'`, or milliseconds.
   * @param signal - Aborts the wait, which then rejects with the reason of the signal.
   * @throws RangeError if `duration` is not a time span.
   * @example
   * const later = server.clock.wait('1s')
   * server.clock.advance('1s')
   * await later
   */
  wait(duration: Duration, signal?: AbortSignal): Promise<void>
}
