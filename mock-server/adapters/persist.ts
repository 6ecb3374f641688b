import type { Change } from '../changes/change-schema.ts'
import { subjectOf } from '../changes/changes.ts'
import { assertOptionsObject, assertServer } from '../parse-argument.ts'
import type { MockServer } from '../server.ts'

/**
 * The options of `persist`.
 *
 * @example
 * await persist(server, { name: 'storybook' })
 */
export interface PersistOptions {
  /**
   * The name of the store in the browser. Servers whose stores have the same name share one state.
   *
   * @default 'entity-screening'
   */
  name?: string | undefined
}

/** The stored state of a server in a browser. */
export interface Persistence {
  /**
   * Stops storing changes. The stored state remains.
   *
   * @example
   * const persistence = await persist(server)
   * persistence.close()
   */
  close(): void
  /**
   * Deletes the stored state and resets the server, in all tabs.
   *
   * @example
   * const persistence = await persist(server)
   * await persistence.clear()
   */
  clear(): Promise<void>
}

const storeName = 'changes'

/**
 * Stores a server's state in the browser (IndexedDB): it survives a reload, and the tabs of one origin share it. The server
 * sends a response only when the changes of the request are stored.
 *
 * @param server - The server whose state is stored.
 * @param options - The name of the store.
 * @throws DOMException if the browser offers no store, as in some private windows.
 * @example
 * import { setupWorker } from 'msw/browser'
 *
 * const server = createMockServer({ keys: { 'test-key': 'team-1' } })
 * await persist(server)
 * await setupWorker(...createHandlers(server, { baseUrl: '/api' })).start()
 */
export async function persist(server: MockServer, options: PersistOptions = {}): Promise<Persistence> {
  assertServer(server, 'persist')
  assertOptionsObject(options, 'persist')
  const { name = 'entity-screening' } = options
  const database = await openDatabase(name)
  const channel = new BroadcastChannel(`${name} ${storeName}`)
  try {
    for (const { change } of await readAll(database)) server.apply(change)
  } catch (error) {
    channel.close()
    database.close()
    throw error
  }
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) data.forEach(server.apply)
  }
  const store = async (changes: readonly Change[]) => {
    await write(database, changes)
    channel.postMessage(changes)
  }
  // Stores the current keys of the server. If a later start gives one of these keys to another team, `persist` rejects.
  await store([...server.changes()].filter(({ kind }) => kind === 'team'))
  const stop = server.internal.listen(store)
  return {
    close() {
      stop()
      channel.close()
      database.close()
    },
    async clear() {
      server.reset()
      await store([{ kind: 'reset' }, ...server.changes()])
    },
  }
}

/**
 * Writes changes. A later change with the same subject replaces the earlier change at its position, so that lists stay in
 * creation order.
 */
async function write(database: IDBDatabase, changes: readonly Change[]): Promise<void> {
  const transaction = database.transaction(storeName, 'readwrite')
  const stored = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    // If the store is full, the transaction is aborted without an error event.
    transaction.onabort = () => reject(transaction.error)
  })
  await Promise.all([stored, putAll(transaction.objectStore(storeName), changes)])
}

async function putAll(store: IDBObjectStore, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const subject = subjectOf(change)
    if (change.kind === 'reset') store.clear()
    else store.put({ subject, change }, await result(store.index('subject').getKey(subject)))
  }
}

function readAll(database: IDBDatabase): Promise<{ change: unknown }[]> {
  return result(database.transaction(storeName).objectStore(storeName).getAll())
}

function openDatabase(name: string): Promise<IDBDatabase> {
  if (typeof indexedDB === 'undefined')
    throw new Error('persist: there is no IndexedDB here; serve --state keeps the state of a server in Node')
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(storeName, { autoIncrement: true })
    store.createIndex('subject', 'subject', { unique: true })
  }
  return result(request)
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
