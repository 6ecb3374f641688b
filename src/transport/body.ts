/** How a body is read. */
export interface BodyOptions {
  /** How long the next piece may take, in milliseconds. */
  readonly timeout: () => number | false
  readonly signal: AbortSignal | undefined
  /** What is thrown where a piece does not come in time. */
  readonly late: () => Error
  /** What is thrown where the body breaks off. */
  readonly toError: (error: unknown) => unknown
  /** What is thrown where it is not what it must be. */
  readonly refuse: (message: string) => Error
}

/** The bytes of a body as they come. Leaving the loop cancels the response and frees its connection. */
export async function* readBytes(
  body: ReadableStream<Uint8Array>,
  options: BodyOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    reader = body.getReader()
    for (;;) {
      const { done, value } = await within(reader.read(), options)
      if (done) break
      yield value
    }
  } catch (error) {
    throw options.toError(error)
  } finally {
    // A failure to cancel a body that is no longer wanted does not matter.
    reader?.cancel().catch(() => {})
  }
}

/** The text of a whole body. One that is too long is refused: before it is read, if it says so itself. */
export async function readText(response: Response, limit: number, options: BodyOptions): Promise<string> {
  const { body, headers } = response
  if (Number(headers.get('content-length')) > limit) {
    body?.cancel().catch(() => {})
    throw options.refuse(tooLong(limit))
  }
  // Not every runtime reads bodies piece by piece, nor does every fetch of a caller's own.
  if (typeof body?.getReader !== 'function') {
    return within(response.text(), options).catch(error => Promise.reject(options.toError(error)))
  }
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of readBytes(body, options)) {
    length += piece.length
    if (length > limit) throw options.refuse(tooLong(limit))
    pieces.push(piece)
  }
  return new TextDecoder().decode(join(pieces, length))
}

/** What is said of a body, or of one item of a stream, that is longer than it may be. */
export function tooLong(limit: number): string {
  return `must be at most ${limit} bytes: raise maxResponseBytes`
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Its timer and listener are gone when it settles: a body has thousands of pieces. */
function within<Result>(work: Promise<Result>, options: BodyOptions): Promise<Result> {
  const { signal, late } = options
  const timeout = options.timeout()
  return new Promise((resolve, reject) => {
    const finish = <Value>(how: (value: Value) => void, value: Value) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      how(value)
    }
    const abort = () => finish(reject, signal?.reason)
    const timer = timeout === false ? undefined : setTimeout(() => finish(reject, late()), timeout)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    work.then(
      result => finish(resolve, result),
      error => finish(reject, error),
    )
  })
}
