/** How long something may take, in milliseconds, and who may end it. */
export interface Limits {
  readonly timeout?: number | false
  readonly signal?: AbortSignal | undefined
  /** What is thrown where it takes longer. */
  readonly late?: () => Error
}

/** The text of a whole body; null where it is longer than the limit: unread, if it says so itself. */
export async function readText(
  response: Response,
  most: number | false,
  limits: Limits,
): Promise<string | null> {
  const { body, headers } = response
  const limit = most || Number.POSITIVE_INFINITY
  if (Number(headers.get('content-length')) > limit) {
    body?.cancel().catch(() => {})
    return null
  }
  // Not every runtime reads bodies piece by piece, nor does every fetch of a caller's own.
  if (typeof body?.getReader !== 'function') return within(response.text(), limits)
  const reader = body.getReader()
  let isWhole = false
  try {
    const bytes = await within(readAll(reader, limit), limits)
    isWhole = bytes !== null
    return bytes && new TextDecoder().decode(bytes)
  } finally {
    if (!isWhole) reader.cancel().catch(() => {})
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length
    if (length > limit) return null
    pieces.push(read.value)
  }
  const [first] = pieces
  if (first?.length === length) return first
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** What is said of a body, or of one item of a stream, that is longer than it may be. */
export function tooLong(limit: number | false): string {
  return `must be at most ${limit} bytes: raise maxResponseBytes`
}

/** A body as JSON, or as its text where it is none. */
export function parseBody(text: string): { readonly body: unknown; readonly isJson: boolean } {
  try {
    return { body: JSON.parse(text), isJson: true }
  } catch {
    return { body: text, isJson: false }
  }
}

/** Its timer and listener are gone when it settles: a body has thousands of pieces. */
export function within<Result>(work: Promise<Result>, limits: Limits): Promise<Result> {
  const { timeout = false, signal, late } = limits
  return new Promise<Result>((resolve, reject) => {
    const finish = (act: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      act()
    }
    const abort = () => finish(() => reject(signal?.reason))
    const timer = timeout === false ? undefined : setTimeout(() => finish(() => reject(late?.())), timeout)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    work.then(
      result => finish(() => resolve(result)),
      error => finish(() => reject(error)),
    )
  })
}
