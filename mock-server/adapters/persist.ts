import { Refusal } from '../../src/contract/refusal.ts'
import type { MockServer } from '../mock-server.ts'
import { assertOptionsObject, assertServer } from '../parse-argument.ts'
import type { Server } from '../server.ts'
import { resetServer } from '../snapshot/replace-state.ts'
import { restoreStoredState, type StoredState, takeStoredState } from '../snapshot/stored-state.ts'

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
   * Resets the server, in all tabs, and stores this state: what was loaded before `persist` does not come back.
   *
   * @example
   * const persistence = await persist(server)
   * await persistence.clear()
   */
  clear(): Promise<void>
}

/** The name of the object store, and of the only key in it. */
const storeName = 'state'

/**
 * Stores a server's state in the browser (IndexedDB): it survives a reload, and the tabs of one origin share it. The server
 * sends a response only when the changes of the request are stored. If another tab has stored a change, the server restores the
 * stored state before the next request. If two tabs store changes at the same time, the last one wins. If the browser cannot
 * store a change, the error is logged, and later requests that would change the state get a 500 until the page is loaded again.
 *
 * @param server - The server whose state is stored.
 * @param options - The name of the store.
 * @throws DOMException if the browser offers no store, as in some private windows.
 * @throws TypeError if the stored state cannot be restored: it is from a server with another seed, or the option `keys` gives one of
 * its keys to another team.
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
  // Otherwise, nothing could delete the store while this tab is open.
  database.onversionchange = () => database.close()
  const { internal } = server
  const tab: Tab = {
    server: internal,
    database,
    channel: new BroadcastChannel(`${name} ${storeName}`),
    storedCount: 0,
    // The state is read when the server starts.
    isOutdated: true,
    reading: null,
    writing: null,
  }
  const close = () => {
    stop()
    internal.sharedStore = null
    tab.channel.close()
    database.close()
  }
  const stop = server.onChange(() => void storeChanges(tab))
  try {
    await refresh(tab)
  } catch (error) {
    close()
    if (!(error instanceof TypeError)) throw error
    const reason = error.message.replace(/^restore: /, '')
    throw new TypeError(
      `persist: the stored state does not fit this server: ${reason}. To delete it, call indexedDB.deleteDatabase(${JSON.stringify(name)})`,
      { cause: error },
    )
  }
  tab.channel.onmessage = () => {
    tab.isOutdated = true
  }
  internal.sharedStore = { refresh: () => refresh(tab), settle: () => storeChanges(tab) }
  return {
    close,
    async clear() {
      resetServer(internal)
      await storeChanges(tab)
      if (internal.storageRefusal !== null) throw internal.storageRefusal
    },
  }
}

/** A server in a tab, and the store that it shares with other tabs. */
interface Tab {
  readonly server: Server
  readonly database: IDBDatabase
  /** Tells other tabs that this one has stored its state. */
  readonly channel: BroadcastChannel
  /** The number of the server's changes that the store contains. */
  storedCount: number
  /** Whether another tab has stored a state that this one has not read. */
  isOutdated: boolean
  /** The read in progress. */
  reading: Promise<void> | null
  /** The write in progress. */
  writing: Promise<void> | null
}

/** Restores the stored state if another tab has stored it. */
async function refresh(tab: Tab): Promise<void> {
  while (tab.isOutdated || tab.reading !== null) {
    tab.reading ??= restoreFromStore(tab).finally(() => {
      tab.reading = null
    })
    await tab.reading
  }
}

async function restoreFromStore(tab: Tab): Promise<void> {
  await tab.writing
  tab.isOutdated = false
  const stored = await toPromise(tab.database.transaction(storeName).objectStore(storeName).get(storeName))
  if (stored === undefined) return
  restoreStoredState(tab.server, stored)
  tab.storedCount = tab.server.changes.count
}

/** Stores the state until no change is left to store, or the browser cannot store it. */
function storeChanges(tab: Tab): Promise<void> {
  tab.writing ??= writeUntilStored(tab).finally(() => {
    tab.writing = null
  })
  return tab.writing
}

async function writeUntilStored(tab: Tab): Promise<void> {
  const { server, database, channel } = tab
  try {
    while (server.changes.count > tab.storedCount && server.storageRefusal === null) {
      tab.storedCount = server.changes.count
      await write(database, takeStoredState(server))
      channel.postMessage(null)
    }
  } catch (error) {
    console.error('entity-screening: persist cannot store the state:', error)
    server.storageRefusal = new Refusal(
      500,
      'The state can no longer be stored, so it does not change: see the console of the page.',
    )
  }
}

async function write(database: IDBDatabase, state: StoredState): Promise<void> {
  const transaction = database.transaction(storeName, 'readwrite')
  const stored = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    // If the store is full, the transaction is aborted without an error event.
    transaction.onabort = () => reject(transaction.error)
  })
  transaction.objectStore(storeName).put(state, storeName)
  await stored
}

function openDatabase(name: string): Promise<IDBDatabase> {
  if (typeof indexedDB === 'undefined')
    throw new Error('persist: there is no IndexedDB here; serve --state keeps the state of a server in Node')
  const request = indexedDB.open(name, 2)
  request.onupgradeneeded = () => {
    // Version 1 was a list of changes.
    for (const earlier of request.result.objectStoreNames) request.result.deleteObjectStore(earlier)
    request.result.createObjectStore(storeName)
  }
  return toPromise(request)
}

function toPromise<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
