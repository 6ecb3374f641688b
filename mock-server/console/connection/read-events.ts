/** A server-sent event. An event without a name carries only the id to continue from. */
export interface EventRecord {
  readonly id: number | null
  readonly event: string | null
  /** The data of the event as JSON. */
  readonly data: unknown
}

/**
 * Reads the events of a stream. Lines must end with a line feed, as the mock server writes them. Calls `onChunk` for each chunk.
 * The signal ends the stream at any time, even between two chunks.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onChunk: () => void,
): AsyncGenerator<EventRecord> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', cancel)
  const decoder = new TextDecoder()
  let incomplete = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onChunk()
      const blocks = (incomplete + decoder.decode(value, { stream: true })).split('\n\n')
      incomplete = blocks.pop() ?? ''
      for (const block of blocks) {
        const record = readBlock(block)
        if (record !== undefined) yield record
      }
    }
  } finally {
    cancel()
  }
}

/** A block without fields is a heartbeat. */
function readBlock(block: string): EventRecord | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2))
  }
  if (fields.size === 0) return undefined
  const id = fields.get('id')
  return {
    id: id === undefined ? null : Number(id),
    event: fields.get('event') ?? null,
    data: JSON.parse(fields.get('data') ?? 'null'),
  }
}
