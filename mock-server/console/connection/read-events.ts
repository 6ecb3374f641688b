/**
 * Reads the data of the events of a stream. Lines must end with a line feed, as the mock server writes them. Calls `onChunk` for
 * each chunk. The signal ends the stream at any time, even between two chunks.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onChunk: () => void,
): AsyncGenerator<unknown> {
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
      // A block without data is a heartbeat.
      for (const block of blocks)
        for (const line of block.split('\n'))
          if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length))
    }
  } finally {
    cancel()
  }
}
