import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../../../src/shared/errors.ts'
import type { Topic } from '../../changes/signals.ts'
import type { Connection } from './open-connection.ts'
import { createPacedReader, type PacedReader } from './paced-reader.ts'
import { CallError } from './send-call.ts'

export interface Live<Data> {
  /** The latest data, even after a later read has failed; undefined before the first successful read. */
  readonly data: Data | undefined
  /** The path from which the data was read. */
  readonly path: string | null
  /** The time at which the data was received, in milliseconds since 1970. */
  readonly readAt: number
  readonly error: string | undefined
  readonly reload: () => void
}

/**
 * Reads `path` of the control API at once, after each change of one of the topics, after each reconnection, and when `path` or
 * `version` changes. Reads nothing while `path` is null.
 */
export function useLive<Data>(
  connection: Connection,
  path: string | null,
  topics: readonly Topic[],
  version = '',
): Live<Data> {
  const [latest, setLatest] = useState<{ data: Data; path: string; readAt: number }>()
  const [error, setError] = useState<string>()
  const shownTopics = useRef(topics)
  const reader = useRef<PacedReader>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is read again.
  useEffect(() => {
    if (path === null) return undefined
    let isCurrent = true
    async function read(path: string): Promise<void> {
      try {
        const data = await connection.call<Data>('GET', path)
        if (!isCurrent) return
        setLatest({ data, path, readAt: Date.now() })
        setError(undefined)
      } catch (failure) {
        if (!isCurrent) return
        // After a 404 the data disappears; after any other failure the last data stays.
        if (failure instanceof CallError && failure.status === 404) setLatest(undefined)
        setError(messageOf(failure))
      }
    }
    const current = createPacedReader(() => read(path))
    reader.current = current
    current.request()
    const stopListening = connection.onChange(({ topics, isFirst }) => {
      if (isFirst || topics.some(topic => shownTopics.current.includes(topic))) current.request()
    })
    return () => {
      isCurrent = false
      stopListening()
      current.stop()
    }
  }, [connection, path, version])

  const reload = useCallback(() => reader.current?.request(), [])
  return { data: latest?.data, path: latest?.path ?? path, readAt: latest?.readAt ?? 0, error, reload }
}
