import type { Change } from './change-schema.ts'

/** The kinds of changes. `cleared` means that the request log was emptied. */
export const topics = ['requests', 'cleared', 'entities', 'teams', 'clock', 'faults'] as const

export type Topic = (typeof topics)[number]

/** Reports changes of a server to readers of the control API, which then read again what they show. */
export interface Signals {
  /** Distinguishes this run of the server from earlier ones, whose request log is gone. */
  readonly run: string
  raise(topic: Topic): void
  /** Raises every topic, because the whole state was replaced. */
  raiseAll(): void
  /** Raises the topic of a change of the state. */
  raiseChange(change: Change): void
  /** Calls a listener with the topic of each change. Returns a function that stops the calls. */
  watch(listener: (topic: Topic) => void): () => void
}

const topicsOfChanges: Readonly<Partial<Record<Change['kind'], Topic>>> = {
  entity: 'entities',
  document: 'entities',
  team: 'teams',
  clock: 'clock',
  faults: 'faults',
}

export function createSignals(): Signals {
  const listeners = new Set<(topic: Topic) => void>()

  function raise(topic: Topic): void {
    for (const listener of listeners) listener(topic)
  }

  return {
    run: String(Date.now()),
    raise,
    raiseAll: () => topics.forEach(raise),
    raiseChange({ kind }) {
      if (kind === 'reset') topics.forEach(raise)
      const topic = topicsOfChanges[kind]
      if (topic !== undefined) raise(topic)
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
