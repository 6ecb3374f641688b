import { type BodyOptions, within } from '../body.ts'

/** Little enough that what is made of a piece dies young: larger ones cost half as much memory again. */
const pieceSize = 4096

/** The text of a body piece by piece, read no faster than it is used. */
export async function* readPieces(
  body: ReadableStream<Uint8Array>,
  options: BodyOptions,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  for await (const bytes of readBytes(body, options)) {
    for (let at = 0; at < bytes.length; at += pieceSize)
      yield decoder.decode(bytes.subarray(at, at + pieceSize), { stream: true })
  }
  yield decoder.decode()
}

/** The bytes of a body as they come. Leaving the loop cancels the response and frees its connection. */
async function* readBytes(
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
    throw options.toError?.(error) ?? error
  } finally {
    // A failure to cancel a body that is no longer wanted does not matter.
    reader?.cancel().catch(() => {})
  }
}
