import * as z from 'zod/mini'
import { checkOptionsObject, checkServer } from '../check.ts'
import type { MockServer } from '../server.ts'
import { type Change, readChange } from '../state/changes.ts'

/**
 * Where the browser stores the state.
 *
 * @example
 * await persist(server, { name: 'storybook' })
 */
export interface PersistOptions {
  /**
   * The name of the store in the browser. Servers with the same name share one state.
   *
   * @default 'entity-screening'
   */
  name?: string | undefined
}

/** A state that is stored in the browser. */
export interface Persistence {
  /**
   * Stops storing changes; the stored state stays.
   *
   * @example
   * const kept = await persist(server)
   * kept.close()
   */
  close(): void
  /**
   * Deletes the stored state and resets the server, in all tabs.
   *
   * @example
   * const kept = await persist(server)
   * await kept.clear()
   */
  clear(): Promise<void>
}

const storeName = 'changes'

/**
 * Stores a server's state in the browser (IndexedDB): it survives a reload, and the tabs of one origin share it. A response is
 * sent once the changes of its request are stored.
 *
 * @param server - The server whose state is stored.
 * @param options - Where it is stored.
 * @throws DOMException if the browser offers no store, as in some private windows.
 * @example
 * import { setupWorker } from 'msw/browser'
 *
 * const server = createMockServer({ keys: { 'test-key': 'team-1' } })
 * await persist(server)
 * await setupWorker(...createHandlers(server, { baseUrl: '/api' })).start()
 */
export async function persist(server: MockServer, options: PersistOptions = {}): Promise<Persistence> {
  checkServer(server, 'persist')
  checkOptionsObject(options, 'persist')
  const { name = 'entity-screening' } = options
  const database = await openDatabase(name)
  const channel = new BroadcastChannel(`${name} ${storeName}`)
  const orders = new Map<string, number>()
  const take = (row: Row) => {
    if (row.change.kind === 'reset') orders.clear()
    else orders.set(row.key, row.order)
    server.apply(row.change)
  }
  try {
    for (const row of await readAll(database)) take(row)
  } catch (error) {
    channel.close()
    database.close()
    throw error
  }
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) for (const row of data.map(readRow)) take(row)
  }
  const keep = async (changes: readonly Change[]) => {
    const rows = changes.map(change => toRow(change, orders))
    await write(database, rows)
    channel.postMessage(rows)
  }
  // The given keys belong to the state: a later start that gives one to another team is refused.
  await keep([...server.changes()].filter(({ kind }) => kind === 'team'))
  const stop = server.onChange(keep)
  return {
    close() {
      stop()
      channel.close()
      database.close()
    },
    async clear() {
      server.reset()
      await keep([{ kind: 'reset' }, ...server.changes()])
    },
  }
}

interface Row {
  /** Later changes of the same thing replace earlier ones, so that the store does not grow over time. */
  readonly key: string
  /** When the thing was stored first: lists are in creation order. */
  readonly order: number
  readonly change: Change
}

function toRow(change: Change, orders: Map<string, number>): Row {
  const key = keyOf(change)
  const order = orders.get(key) ?? Math.max(Date.now() * 1000, lastOrder + 1)
  lastOrder = Math.max(lastOrder, order)
  orders.set(key, order)
  return { key, order, change }
}

let lastOrder = 0

function keyOf(change: Change): string {
  switch (change.kind) {
    case 'entity':
      return `entity ${change.team} ${change.entity.id}`
    case 'document':
      return `document ${change.team} ${change.entity} ${change.number}`
    case 'team':
      return `team ${change.apiKey}`
    default:
      return change.kind
  }
}

async function write(database: IDBDatabase, rows: readonly Row[]): Promise<void> {
  const transaction = database.transaction(storeName, 'readwrite')
  const store = transaction.objectStore(storeName)
  for (const row of rows) {
    if (row.change.kind === 'reset') store.clear()
    else store.put(row)
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    // A full store aborts it without an error.
    transaction.onabort = () => reject(transaction.error)
  })
}

async function readAll(database: IDBDatabase): Promise<Row[]> {
  const rows: unknown[] = await result(
    database.transaction(storeName).objectStore(storeName).index('order').getAll(),
  )
  return rows.map(readRow)
}

function readRow(given: unknown): Row {
  const row = z.parse(rowSchema, given)
  return { ...row, change: readChange(row.change) }
}

const rowSchema = z.object({ key: z.string(), order: z.number(), change: z.unknown() })

async function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(storeName, { keyPath: 'key' }).createIndex('order', 'order')
  }
  return result(request)
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
