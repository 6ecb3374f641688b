export type EventQueue<Event> = ReturnType<typeof createEventQueue<Event>>

/** Hands out events one at a time, in the order in which they were pushed. */
export function createEventQueue<Event>() {
  let events: Event[] = []
  let wake = () => {}
  return {
    push(event: Event): void {
      events.push(event)
      wake()
    },
    /** Takes all events out, at least one. */
    async drain(): Promise<readonly Event[]> {
      if (events.length === 0)
        await new Promise<void>(resolve => {
          wake = resolve
        })
      const drained = events
      events = []
      return drained
    },
  }
}
