/** An event of the stream; a block without data has no name. */
export interface ReadEvent {
  readonly id: string | null
  readonly event: string | null
  readonly data: unknown
}

/** Reads a stream of server-sent events, as its specification says. */
export async function* readEvents(body: ReadableStream<Uint8Array> | null): AsyncGenerator<ReadEvent> {
  if (body === null) return
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) yield readBlock(block)
  }
}

function readBlock(block: string): ReadEvent {
  const fields = new Map(block.split('\n').map(line => [line.split(': ', 1)[0], line.replace(/^\w*: /, '')]))
  const data = fields.get('data')
  return {
    id: fields.get('id') ?? null,
    event: fields.get('event') ?? null,
    data: data === undefined ? null : JSON.parse(data),
  }
}

/** The events up to the first that fits. */
export async function readUntil(
  events: AsyncGenerator<ReadEvent>,
  fits: (event: ReadEvent) => boolean,
): Promise<ReadEvent[]> {
  const read: ReadEvent[] = []
  while (true) {
    const { done, value } = await events.next()
    if (done) return read
    read.push(value)
    if (fits(value)) return read
  }
}
