/** How a body is read. */
export interface BodyOptions {
  /** How long a piece may take, in milliseconds. */
  readonly timeout: number | false
  readonly signal: AbortSignal | undefined
  /** What is thrown where a piece does not come in time. */
  readonly late: () => Error
  /** What is thrown where the body breaks off. */
  readonly toError: (error: unknown) => unknown
}

/** Little enough that what is made of a piece dies young: larger ones cost half as much memory again. */
const pieceSize = 4096

/**
 * The text of a body piece by piece, read no faster than it is used. Whoever stops reading ends the answer, and its connection
 * is free.
 */
export async function* readPieces(
  body: ReadableStream<Uint8Array>,
  options: BodyOptions,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    reader = body.getReader()
    for (;;) {
      const { done, value } = await within(reader.read(), options)
      if (done) break
      for (let at = 0; at < value.length; at += pieceSize)
        yield decoder.decode(value.subarray(at, at + pieceSize), { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    throw options.toError(error)
  } finally {
    // Whether a body that is not wanted any more ends well is nobody's concern.
    reader?.cancel().catch(() => {})
  }
}

/** Its timer and listener are gone when it settles: a body has thousands of pieces. */
function within<Result>(work: Promise<Result>, { timeout, signal, late }: BodyOptions): Promise<Result> {
  return new Promise((resolve, reject) => {
    const settle = <Value>(how: (value: Value) => void, value: Value) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      how(value)
    }
    const abort = () => settle(reject, signal?.reason)
    const timer = timeout === false ? undefined : setTimeout(() => settle(reject, late()), timeout)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    work.then(
      result => settle(resolve, result),
      error => settle(reject, error),
    )
  })
}
