import type { ClientOptions, EntityScreening } from 'entity-screening-sdk'
import { respondingWith } from '../answering.ts'

export const wireEntity = {
  id: 'e1',
  name: 'Nordwind GmbH',
  type: 'organization',
  caseStatus: 'IN_PROGRESS',
  registration: 'HRB 7',
  countryCode: 'DE',
  riskLevel: 'Low Risk',
  riskScore: 12,
  platformId: '0123456789abcdef0123456789abcdef',
  lastUpdate: 'Jan 5, 2025',
  dueDate: '-',
  createdAt: '2025-01-05T10:00:00.000Z',
  updatedAt: '2025-01-05T10:00:00.000Z',
}

export const wireEntities = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...wireEntity, id: `e${index}` }))

/** A body cut into pieces of so many bytes, which counts how often it was asked for one. */
export function inPieces(text: string, size = Number.POSITIVE_INFINITY) {
  const bytes = new TextEncoder().encode(text)
  const seen = { pulls: 0, cancelled: false }
  let at = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.pulls += 1
        if (at >= bytes.length) return controller.close()
        const end = Math.min(at + size, bytes.length)
        controller.enqueue(bytes.slice(at, end))
        at = end
      },
      cancel() {
        seen.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, seen }
}

/** A body that says what it is told to, when it is told to. */
export function byHand() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  return {
    body: readable,
    say: (text: string) => void writer.write(encoder.encode(text)).catch(() => {}),
    end: () => void writer.close().catch(() => {}),
    breakOff: () => void writer.abort(new TypeError('terminated')).catch(() => {}),
    /** Resolves when nobody wants the body any more. */
    unwanted: writer.closed.then(
      () => false,
      () => true,
    ),
  }
}

/** A client whose lists have this body. */
export function streaming(body: () => BodyInit | null, options: ClientOptions = {}) {
  return respondingWith(
    () => new Response(body(), { headers: { 'content-type': 'application/json' } }),
    options,
  )
}

/** What a stream gives until it ends or fails. */
export async function collect(
  client: EntityScreening,
  options?: Parameters<typeof client.entities.stream>[0],
) {
  const entities: { readonly id: string }[] = []
  try {
    for await (const entity of client.entities.stream(options)) entities.push(entity)
    return { entities, failure: undefined }
  } catch (failure) {
    return { entities, failure }
  }
}
