import type { ChangedEvent } from '../../../mock-server/admin/events.ts'

/** Reads the data of a stream of server-sent events, as its specification says. */
export async function* readEvents(body: ReadableStream<Uint8Array> | null): AsyncGenerator<ChangedEvent> {
  if (body === null) return
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [event, data] = block.split('\n')
      if (event === 'event: changed' && data?.startsWith('data: ')) yield JSON.parse(data.slice(6))
    }
  }
}

/** Reads events until every topic has come at least once. */
export async function readTopics(
  events: AsyncGenerator<ChangedEvent>,
  ...topics: string[]
): Promise<Set<string>> {
  const seen = new Set<string>()
  while (!topics.every(topic => seen.has(topic))) {
    const { done, value } = await events.next()
    if (done) throw new Error('the stream has ended')
    for (const topic of value.topics) seen.add(topic)
  }
  return seen
}
