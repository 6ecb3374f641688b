import type { IdempotencyRecord, IdempotencyStore, StoredResponse } from './idempotency-store.ts'

interface MemoryLimits {
  /** The maximum memory of all records, in bytes. */
  readonly maxBytes: number
  /** The time for which a key is kept, in milliseconds. */
  readonly keyLifetime: number
}

interface MemoryRecord extends IdempotencyRecord {
  readonly caller: string
  /** The time when the key was claimed or, once there is a response, when the response was stored. */
  readonly changedAt: number
}

interface MemoryState extends MemoryLimits {
  /** The records, sorted by `changedAt`. */
  readonly records: Map<string, MemoryRecord>
  /** The memory of each caller's keys, without the answers. */
  readonly keyBytesByCaller: Map<string, number>
  /** The memory of all keys, without the answers. */
  keyBytes: number
  /** The memory of the answers by key: headers and body of a response. The oldest come first. */
  readonly answerBytesByKey: Map<string, number>
  /** The memory of all answers. */
  answerBytes: number
}

/** A store in memory. */
export interface MemoryStore extends IdempotencyStore {
  /** Returns the time until the next key expires, in milliseconds; 0 if every key belongs to a request in progress. */
  readonly timeToNextExpiry: () => number
  /** Whether the time of every key is over, and no request is in progress. */
  readonly isEmpty: () => boolean
}

/**
 * Creates a store in the memory of this process. No key is dropped before its time, because its request could then be sent again.
 * If the memory is full, the oldest answers are dropped: their keys keep status and outcome. The keys of one caller may take as
 * much memory as all keys leave free, so that one caller cannot take the memory of the others.
 */
export function createMemoryStore(limits: MemoryLimits): MemoryStore {
  const state: MemoryState = {
    ...limits,
    records: new Map(),
    keyBytesByCaller: new Map(),
    keyBytes: 0,
    answerBytesByKey: new Map(),
    answerBytes: 0,
  }
  return {
    claim(key, fingerprint, caller) {
      removeExpired(state)
      const record = state.records.get(key)
      if (record !== undefined) return record
      if (!hasRoomForKey(state, caller)) return 'full'
      countKeyBytes(state, caller, bytesOfKey(caller))
      state.records.set(key, { fingerprint, response: null, caller, changedAt: performance.now() })
      dropAnswers(state)
      return null
    },
    finish(key, response) {
      const record = state.records.get(key)
      if (record === undefined) return
      if (response === null) return removeRecord(state, key, record)
      // Moves the record to the end, because the records are sorted by the time of their last change.
      state.records.delete(key)
      state.records.set(key, { ...record, response, changedAt: performance.now() })
      addAnswer(state, key, response)
    },
    timeToNextExpiry() {
      const now = performance.now()
      for (const record of state.records.values())
        if (isFinished(record)) return record.changedAt + limits.keyLifetime - now
      return 0
    },
    isEmpty() {
      removeExpired(state)
      return state.records.size === 0
    },
  }
}

/** The approximate memory of a record without its caller and its answer, in bytes. */
const emptyRecordBytes = 512

function bytesOfKey(caller: string): number {
  return emptyRecordBytes + 2 * caller.length
}

/** Whether the keys of a caller, with another one, take at most as much memory as all keys leave free. */
function hasRoomForKey({ maxBytes, keyBytes, keyBytesByCaller }: MemoryState, caller: string): boolean {
  return (keyBytesByCaller.get(caller) ?? 0) + bytesOfKey(caller) <= maxBytes - keyBytes
}

function countKeyBytes(state: MemoryState, caller: string, bytes: number): void {
  const callerBytes = (state.keyBytesByCaller.get(caller) ?? 0) + bytes
  state.keyBytes += bytes
  if (callerBytes === 0) state.keyBytesByCaller.delete(caller)
  else state.keyBytesByCaller.set(caller, callerBytes)
}

function addAnswer(state: MemoryState, key: string, response: StoredResponse): void {
  const bytes = JSON.stringify([response.headers, response.body]).length
  state.answerBytesByKey.set(key, bytes)
  state.answerBytes += bytes
  dropAnswers(state)
}

/** Drops the oldest answers until all records fit into the memory. Their keys keep status and outcome. */
function dropAnswers(state: MemoryState): void {
  const { maxBytes, records, answerBytesByKey } = state
  for (const key of answerBytesByKey.keys()) {
    if (state.keyBytes + state.answerBytes <= maxBytes) return
    const record = records.get(key)
    if (record?.response) {
      const response = { ...record.response, headers: [], body: null }
      records.set(key, { ...record, response })
    }
    forgetAnswer(state, key)
  }
}

function forgetAnswer(state: MemoryState, key: string): void {
  state.answerBytes -= state.answerBytesByKey.get(key) ?? 0
  state.answerBytesByKey.delete(key)
}

function removeRecord(state: MemoryState, key: string, { caller }: MemoryRecord): void {
  state.records.delete(key)
  countKeyBytes(state, caller, -bytesOfKey(caller))
  forgetAnswer(state, key)
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
