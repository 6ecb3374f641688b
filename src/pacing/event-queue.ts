export type EventQueue<Event> = ReturnType<typeof createEventQueue<Event>>

/** Creates a queue that returns events in the order in which they were pushed. */
export function createEventQueue<Event>() {
  let events: Event[] = []
  let wake = () => {}
  return {
    push(event: Event): void {
      events.push(event)
      wake()
    },
    /** Removes and returns all events. If there are no events, waits for the next one. */
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
