import type { ChangedEvent } from '../../admin/events.ts'
import { addTo } from './add-to.ts'
import { readEvents } from './read-events.ts'
import { type AdminSend, CallError, sendCall } from './send-call.ts'

export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** The stream of events was interrupted, and will be opened again. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** The server requires the admin token. `wasWrong` is true if the server has refused a token. */
  | { readonly kind: 'locked'; readonly wasWrong: boolean }

/** A change of the server, after which the views read their data again. */
export interface ServerChange extends ChangedEvent {
  /** Whether this is the first event of a stream, so that anything may have changed. */
  readonly isFirst: boolean
}

export interface Connection {
  /**
   * Calls the control API: `call<ClockState>('POST', '/clock/advance', { ms: 1000 })`.
   *
   * @throws CallError with the error message of the server.
   */
  call<Data>(method: string, path: string, body?: unknown): Promise<Data>
  onChange(listener: (change: ServerChange) => void): () => void
  state(): ConnectionState
  onState(listener: () => void): () => void
  unlock(token: string): void
  retry(): void
  /** Ends the stream of events until `wake` opens it again. */
  sleep(): void
  wake(): void
  close(): void
}

/** Called with the latest admin token, or with undefined when the server has refused the token. */
export type OnToken = (token: string | undefined) => void

/** A stream of events, and the data that is needed to reopen it. */
interface EventStream {
  readonly send: AdminSend
  readonly onToken: OnToken
  readonly changeListeners: Set<(change: ServerChange) => void>
  readonly stateListeners: Set<() => void>
  state: ConnectionState
  token: string | undefined
  failures: number
  isAsleep: boolean
  attempt: AbortController | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Milliseconds without data after which the stream is treated as lost. The server sends a heartbeat every 15 seconds. */
const maxSilence = 40_000
const minPause = 500
const maxPause = 10_000

/** Connects to a server: over HTTP by `fetch`, in process by `server.fetch`. */
export function openConnection(
  send: AdminSend,
  adminToken?: string,
  onToken: OnToken = () => {},
): Connection {
  const stream: EventStream = {
    send,
    onToken,
    changeListeners: new Set(),
    stateListeners: new Set(),
    state: { kind: 'connecting' },
    token: adminToken,
    failures: 0,
    isAsleep: false,
    attempt: undefined,
    timer: undefined,
  }
  start(stream)
  return {
    call: (method, path, body) => call(stream, method, path, body),
    onChange: listener => addTo(stream.changeListeners, listener),
    state: () => stream.state,
    onState: listener => addTo(stream.stateListeners, listener),
    unlock: token => unlock(stream, token),
    retry: () => restart(stream),
    sleep() {
      stream.isAsleep = true
      stop(stream)
    },
    wake() {
      if (stream.isAsleep && stream.state.kind !== 'locked') restart(stream)
      stream.isAsleep = false
    },
    close: () => stop(stream),
  }
}

function setState(stream: EventStream, state: ConnectionState): void {
  stream.state = state
  for (const listener of stream.stateListeners) listener()
}

function emit({ changeListeners }: EventStream, change: ServerChange): void {
  for (const listener of changeListeners) listener(change)
}

function start(stream: EventStream): void {
  stop(stream)
  const attempt = new AbortController()
  stream.attempt = attempt
  followEvents(stream, attempt.signal).catch((error: unknown) => {
    if (!attempt.signal.aborted) handleFailure(stream, error)
  })
}

function stop(stream: EventStream): void {
  clearTimeout(stream.timer)
  stream.attempt?.abort()
}

function restart(stream: EventStream): void {
  setState(stream, { kind: 'connecting' })
  start(stream)
}

async function followEvents(stream: EventStream, signal: AbortSignal): Promise<void> {
  const silence = watchSilence(() => loseConnection(stream, 'the server has fallen silent'))
  signal.addEventListener('abort', silence.stop)
  const response = await stream.send('/events', { signal, headers: headersWith(stream.token) })
  if (!response.ok || response.body === null) throw await CallError.of(response)
  stream.failures = 0
  setState(stream, { kind: 'live' })
  let isFirst = true
  for await (const data of readEvents(response.body, signal, silence.interrupt)) {
    if (signal.aborted) return
    // The page and the server come from the same build.
    emit(stream, { ...(data as ChangedEvent), isFirst })
    isFirst = false
  }
  throw new Error('the server closed the connection')
}

async function call<Data>(stream: EventStream, method: string, path: string, body: unknown): Promise<Data> {
  const { send, token } = stream
  try {
    return await sendCall(send, { method, path, body, headers: headersWith(token) })
  } catch (error) {
    // The user may have entered another token since the request was sent.
    if (error instanceof CallError && error.status === 401 && token === stream.token) {
      stream.attempt?.abort()
      handleFailure(stream, error)
    }
    throw error
  }
}

function handleFailure(stream: EventStream, error: unknown): void {
  if (!(error instanceof CallError)) loseConnection(stream, 'the server does not respond')
  else if (error.status === 401) {
    stream.onToken(undefined)
    setState(stream, { kind: 'locked', wasWrong: stream.token !== undefined })
  } else loseConnection(stream, error.message)
}

function loseConnection(stream: EventStream, reason: string): void {
  stream.attempt?.abort()
  const pause = Math.min(minPause * 2 ** stream.failures, maxPause)
  stream.failures += 1
  stream.timer = setTimeout(() => start(stream), pause)
  setState(stream, { kind: 'lost', reason })
}

function unlock(stream: EventStream, token: string): void {
  if (!isHeaderValue(token)) {
    setState(stream, { kind: 'locked', wasWrong: true })
    return
  }
  stream.token = token
  stream.onToken(token)
  restart(stream)
}

/**
 * Whether a token can be sent in a header. `fetch` throws for characters outside Latin-1, and the error would look like a server
 * that is down.
 */
function isHeaderValue(token: string): boolean {
  return /^[\x20-\x7e\x80-\xff]*$/.test(token)
}

function headersWith(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** Calls `onSilence` if no data arrives for too long. */
function watchSilence(onSilence: () => void) {
  let lastSound = Date.now()
  const timer = setInterval(() => {
    if (Date.now() - lastSound > maxSilence) onSilence()
  }, 1000)
  return {
    interrupt: () => {
      lastSound = Date.now()
    },
    stop: () => clearInterval(timer),
  }
}
