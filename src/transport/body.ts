/** How a body is read. */
export interface BodyOptions {
  /** How long it may take, or its next piece, in milliseconds; asked when that begins. */
  readonly timeout: () => number | false
  readonly signal: AbortSignal | undefined
  /** What is thrown where it takes longer. */
  readonly late?: () => Error
  /** What is thrown where the body breaks off. */
  readonly toError?: (error: unknown) => unknown
  /** What is thrown where it is not what it must be. */
  readonly refuse?: (message: string) => Error
}

/** The text of a whole body. One that is too long is refused: before it is read, if it says so itself. */
export async function readText(response: Response, limit: number, options: BodyOptions): Promise<string> {
  const { body, headers } = response
  if (Number(headers.get('content-length')) > limit) {
    body?.cancel().catch(() => {})
    throw refusal(limit, options)
  }
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    // Not every runtime reads bodies piece by piece, nor does every fetch of a caller's own.
    if (typeof body?.getReader !== 'function') return await within(response.text(), options)
    reader = body.getReader()
    return new TextDecoder().decode(await within(readAll(reader, limit, options), options))
  } catch (error) {
    reader?.cancel().catch(() => {})
    throw options.toError?.(error) ?? error
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  options: BodyOptions,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length
    if (length > limit) throw refusal(limit, options)
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

function refusal(limit: number, { refuse }: BodyOptions): Error {
  return refuse?.(tooLong(limit)) ?? new Error(tooLong(limit))
}

/** What is said of a body, or of one item of a stream, that is longer than it may be. */
export function tooLong(limit: number): string {
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
export function within<Result>(work: Promise<Result>, limits: Partial<BodyOptions>): Promise<Result> {
  const { signal, late } = limits
  const timeout = limits.timeout?.() ?? false
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
