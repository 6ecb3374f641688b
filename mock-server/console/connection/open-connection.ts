import { readEvents } from './read-events.ts'
import { CallError, type Send, sendCall } from './send-call.ts'

export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** No events arrive; the next attempt is at `retryAt`, in milliseconds since 1970. */
  | { readonly kind: 'lost'; readonly reason: string; readonly retryAt: number }
  /** The server asks for the admin token. `wasWrong`: it refused the one it was given. */
  | { readonly kind: 'locked'; readonly wasWrong: boolean }

/** An event of the server; `connected` comes whenever the stream starts, so that views read again what they may have missed. */
export interface ConsoleEvent {
  readonly event: string
  readonly data: unknown
}

export interface Connection {
  /**
   * Calls the control API: `call<ClockState>('POST', '/clock/advance', { ms: 1000 })`.
   *
   * @throws CallError with the server's sentence.
   */
  call<Data>(method: string, path: string, body?: unknown): Promise<Data>
  onEvent(listener: (event: ConsoleEvent) => void): () => void
  state(): ConnectionState
  onState(listener: () => void): () => void
  unlock(token: string): void
  retry(): void
  /** Ends the stream of events until `wake`, which misses none that the server still holds. */
  sleep(): void
  wake(): void
  close(): void
}

/** Silence, in milliseconds, after which the stream counts as lost: the server sends a heartbeat every 15 seconds. */
const longestSilence = 40_000
const longestPause = 10_000

/** Keeps the admin token that was given last; undefined where the server has refused it. */
export type KeepToken = (token: string | undefined) => void

/** Connects to a server: over HTTP by `fetch`, in process by `server.fetch`. */
export function connect(send: Send, adminToken?: string, keep: KeepToken = () => {}): Connection {
  const eventListeners = new Set<(event: ConsoleEvent) => void>()
  const stateListeners = new Set<() => void>()
  let token = adminToken
  let state: ConnectionState = { kind: 'connecting' }
  let lastId = 0
  let failures = 0
  let isAsleep = false
  let current: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function become(next: ConnectionState): void {
    state = next
    for (const listener of stateListeners) listener()
  }

  function emit(event: ConsoleEvent): void {
    for (const listener of eventListeners) listener(event)
  }

  function open(): void {
    end()
    current = new AbortController()
    const { signal } = current
    follow(signal).catch((error: unknown) => {
      if (!signal.aborted) failed(error)
    })
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const watch = watchSilence(() => lose('the server has fallen silent'))
    signal.addEventListener('abort', watch.stop)
    const response = await send(`/events?after=${lastId}`, { signal, headers: headersWith(token) })
    if (!response.ok || response.body === null) throw await CallError.of(response)
    failures = 0
    become({ kind: 'live' })
    emit({ event: 'connected', data: null })
    for await (const record of readEvents(response.body, signal, watch.alive)) {
      if (signal.aborted) return
      if (record.id !== null) lastId = record.id
      if (record.event !== null) emit({ event: record.event, data: record.data })
    }
    throw new Error('the server closed the connection')
  }

  function failed(error: unknown): void {
    if (!(error instanceof CallError)) lose('the server does not respond')
    else if (error.status === 401) {
      keep(undefined)
      become({ kind: 'locked', wasWrong: token !== undefined })
    } else lose(error.message)
  }

  function lose(reason: string): void {
    current?.abort()
    const pause = Math.min(500 * 2 ** failures, longestPause)
    failures += 1
    timer = setTimeout(open, pause)
    become({ kind: 'lost', reason, retryAt: Date.now() + pause })
  }

  function end(): void {
    clearTimeout(timer)
    current?.abort()
  }

  function openAgain(): void {
    become({ kind: 'connecting' })
    open()
  }

  open()
  return {
    async call(method, path, body) {
      const used = token
      try {
        return await sendCall(send, { method, path, body, headers: headersWith(token) })
      } catch (error) {
        // Another may have been given meanwhile.
        if (error instanceof CallError && error.status === 401 && used === token) {
          current?.abort()
          failed(error)
        }
        throw error
      }
    },
    onEvent: listener => added(eventListeners, listener),
    state: () => state,
    onState: listener => added(stateListeners, listener),
    unlock(given) {
      if (!canBeSent(given)) {
        become({ kind: 'locked', wasWrong: true })
        return
      }
      token = given
      keep(given)
      openAgain()
    },
    retry: openAgain,
    sleep() {
      isAsleep = true
      end()
    },
    wake() {
      if (isAsleep && state.kind !== 'locked') openAgain()
      isAsleep = false
    },
    close: end,
  }
}

export function added<Item>(set: Set<Item>, item: Item): () => void {
  set.add(item)
  return () => {
    set.delete(item)
  }
}

/** A header holds no character beyond Latin-1: `fetch` would fail as if the server did not respond. */
function canBeSent(token: string): boolean {
  return /^[\x20-\x7e\x80-\xff]*$/.test(token)
}

function headersWith(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** Calls `onSilence` once nothing has been alive for too long. */
function watchSilence(onSilence: () => void) {
  let last = Date.now()
  const timer = setInterval(() => {
    if (Date.now() - last > longestSilence) onSilence()
  }, 1000)
  return {
    alive: () => {
      last = Date.now()
    },
    stop: () => clearInterval(timer),
  }
}
