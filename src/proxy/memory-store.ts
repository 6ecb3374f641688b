import type { IdempotencyRecord, IdempotencyStore } from './idempotency-store.ts'

interface MemoryLimits {
  readonly maxKeys: number
  /** The time for which a key is kept, in milliseconds. */
  readonly keyLifetime: number
}

interface TimedRecord extends IdempotencyRecord {
  /** The time when the key was claimed or, once there is a response, when the response was stored. */
  readonly changedAt: number
}

/**
 * Creates a store in the memory of this process. When it is full, drops the oldest keys, but never the key of
 * a request in progress.
 */
export function createMemoryStore({ maxKeys, keyLifetime }: MemoryLimits): IdempotencyStore {
  const records = new Map<string, TimedRecord>()

  function dropExpired(now: number): void {
    for (const [key, { changedAt, response }] of records) {
      if (now - changedAt < keyLifetime) return
      if (response !== null) records.delete(key)
    }
  }

  /** @throws Error if every key belongs to a request in progress. */
  function dropOldest(): void {
    for (const [key, { response }] of records) if (response !== null) return void records.delete(key)
    throw new Error(`${maxKeys} writes are running, as many as maxKeys allows`)
  }

  return {
    claim(key, fingerprint) {
      const now = performance.now()
      dropExpired(now)
      const record = records.get(key)
      if (record !== undefined) return record
      if (records.size >= maxKeys) dropOldest()
      records.set(key, { fingerprint, response: null, changedAt: now })
      return null
    },
    finish(key, response) {
      const record = records.get(key)
      // Moves the record to the end, so that the records stay sorted by age.
      records.delete(key)
      if (response !== null && record !== undefined)
        records.set(key, { ...record, response, changedAt: performance.now() })
    },
  }
}
