import type { IdempotencyRecord, IdempotencyStore } from './idempotency-store.ts'

interface MemoryLimits {
  /** The number of bytes from which on the store is full. */
  readonly maxBytes: number
  /** The time for which a key is kept, in milliseconds. */
  readonly keyLifetime: number
}

interface MemoryRecord extends IdempotencyRecord {
  readonly caller: string
  /** The time when the key was claimed or, once there is a response, when the response was stored. */
  readonly changedAt: number
  /** The approximate memory of the record. */
  readonly bytes: number
}

interface MemoryState extends MemoryLimits {
  /** The records, sorted by `changedAt`. */
  readonly records: Map<string, MemoryRecord>
  readonly bytesByCaller: Map<string, number>
  totalBytes: number
}

/** A store in memory. */
export interface MemoryStore extends IdempotencyStore {
  /** Returns the time until the next key expires, in milliseconds; 0 if every key belongs to a request in progress. */
  readonly timeToNextExpiry: () => number
}

/**
 * Creates a store in the memory of this process. No key is dropped before its time, because its request could then be sent again.
 * If the store is full, it refuses new keys of each caller who uses more than an equal share.
 */
export function createMemoryStore(limits: MemoryLimits): MemoryStore {
  const state: MemoryState = { ...limits, records: new Map(), bytesByCaller: new Map(), totalBytes: 0 }
  return {
    claim(key, fingerprint, caller) {
      removeExpired(state)
      const record = state.records.get(key)
      if (record !== undefined) return record
      if (isFull(state, caller)) return 'full'
      addRecord(state, key, caller, { fingerprint, response: null })
      return null
    },
    finish(key, response) {
      const record = state.records.get(key)
      if (record === undefined) return
      removeRecord(state, key, record)
      if (response === null) return
      const { caller, fingerprint } = record
      const body = isFull(state, caller) ? null : response.body
      addRecord(state, key, caller, { fingerprint, response: { ...response, body } })
    },
    timeToNextExpiry() {
      const now = performance.now()
      for (const record of state.records.values())
        if (isFinished(record)) return record.changedAt + limits.keyLifetime - now
      return 0
    },
  }
}

/** Whether a caller gets no more memory. A caller below an equal share of it always gets some. */
function isFull({ maxBytes, totalBytes, bytesByCaller }: MemoryState, caller: string): boolean {
  const callerBytes = bytesByCaller.get(caller) ?? 0
  const callers = bytesByCaller.size + (callerBytes === 0 ? 1 : 0)
  return totalBytes >= maxBytes && callerBytes >= maxBytes / callers
}

/** The approximate memory of a record without its response, in bytes. */
const emptyRecordBytes = 512

function addRecord(state: MemoryState, key: string, caller: string, record: IdempotencyRecord): void {
  const bytes = emptyRecordBytes + JSON.stringify(record).length
  state.records.set(key, { ...record, caller, changedAt: performance.now(), bytes })
  countBytes(state, caller, bytes)
}

function removeRecord(state: MemoryState, key: string, { caller, bytes }: MemoryRecord): void {
  state.records.delete(key)
  countBytes(state, caller, -bytes)
}

function countBytes(state: MemoryState, caller: string, bytes: number): void {
  const callerBytes = (state.bytesByCaller.get(caller) ?? 0) + bytes
  state.totalBytes += bytes
  if (callerBytes === 0) state.bytesByCaller.delete(caller)
  else state.bytesByCaller.set(caller, callerBytes)
}

function isFinished({ response }: MemoryRecord): boolean {
  return response !== null
}

/** Removes the keys whose time is over, but never the key of a request in progress. */
function removeExpired(state: MemoryState): void {
  const now = performance.now()
  for (const [key, record] of state.records) {
    if (now - record.changedAt < state.keyLifetime) return
    if (isFinished(record)) removeRecord(state, key, record)
  }
}
