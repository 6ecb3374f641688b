/** The maximum number of characters of a body in its record. */
const maxBodyLength = 10_000
const maxLongBodyLength = 1_000_000

/** Whether a body is too long for its record, and short enough to be stored beside it. */
export function isLongBody(body: string): boolean {
  return body.length > maxBodyLength && body.length <= maxLongBodyLength
}

/** Passes the chunks of a body on, and then calls `onComplete` with their text, which is incomplete if it is too long to store. */
export function* captureBody(
  chunks: Iterable<string>,
  onComplete: (body: string) => void,
): Generator<string> {
  let text = ''
  for (const chunk of chunks) {
    if (text.length <= maxLongBodyLength) text += chunk
    yield chunk
  }
  onComplete(text)
}

/** Returns a short body; null for a long body, because even a part of the body would keep the complete string in memory. */
export function selectShortBody(body: string | Iterable<string> | null): string | null {
  return typeof body === 'string' && body.length <= maxBodyLength ? body : null
}
