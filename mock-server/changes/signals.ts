/** The kinds of changes. `cleared` means that the request log was emptied. */
export const topics = ['requests', 'cleared', 'entities', 'teams', 'clock', 'faults'] as const

export type Topic = (typeof topics)[number]

/** Reports changes of a server to readers of the control API, which then read again what they show. */
export interface Signals {
  /** Distinguishes this run of the server from earlier ones, whose request log is gone. */
  readonly run: string
  raise(topic: Topic): void
  /** Calls a listener with the topic of each change. Returns a function that stops the calls. */
  watch(listener: (topic: Topic) => void): () => void
}

export function createSignals(): Signals {
  const listeners = new Set<(topic: Topic) => void>()
  return {
    run: String(Date.now()),
    raise(topic) {
      for (const listener of listeners) listener(topic)
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
