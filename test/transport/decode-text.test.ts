import { ResponseValidationError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { wireEntity } from '../resources/streaming.ts'

const name = 'Jürgen Weiß'
const list = JSON.stringify([{ ...wireEntity, name }])
const latin1 = new Uint8Array(Buffer.from(list, 'latin1'))

/** A response in pieces of so many bytes. */
function inBytes(bytes: Uint8Array, contentType: string | null, pieceSize: number): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceSize) controller.enqueue(bytes.slice(at, at + pieceSize))
      controller.close()
    },
  })
  return new Response(body, { headers: contentType === null ? {} : { 'content-type': contentType } })
}

function clientOf(bytes: Uint8Array, contentType: string | null = 'application/json', pieceSize = 1000) {
  return respondingWith(() => inBytes(bytes, contentType, pieceSize)).client
}

async function namesOf(client: ReturnType<typeof clientOf>): Promise<{ list: unknown; stream: unknown }> {
  const streamed: string[] = []
  for await (const entity of client.entities.stream()) streamed.push(entity.name)
  return { list: (await client.entities.list()).map(entity => entity.name), stream: streamed }
}

describe('bytes of a body', () => {
  it.each([null, 'application/json', 'application/json; charset=iso-8859-1'])(
    'that are not UTF-8 are drift: %s',
    async contentType => {
      for (const pieceSize of [1, 2, 7, 1000]) {
        const client = clientOf(latin1, contentType, pieceSize)
        const lost = 'J\ufffdrgen Wei\ufffd'
        expect(await namesOf(client)).toEqual({ list: [lost], stream: [lost] })
        const { quirks } = await client.entities.list().withResponse()
        expect(quirks).toContainEqual(
          expect.objectContaining({ code: 'drift', path: [], expected: 'UTF-8', count: 1 }),
        )
        const strict = client.withOptions({ validation: 'strict' })
        const failures = [await failureOf(strict.entities.list()), await failureOf(namesOf(strict))]
        for (const failure of failures) {
          expect(failure).toBeInstanceOf(ResponseValidationError)
          expect(failure).toMatchObject({ issues: [{ path: [], message: 'must be UTF-8' }] })
        }
      }
    },
  )

  it('of a stream that are not UTF-8 are reported once, wherever a chunk ends', async () => {
    for (const pieceSize of [1, 5, 1000]) {
      const reports: unknown[] = []
      const client = clientOf(latin1, null, pieceSize).withOptions({
        onQuirk: ({ code, path }) => void reports.push([code, path]),
      })
      for await (const _ of client.entities.stream());
      expect(reports.filter(report => JSON.stringify(report) === '["drift",[]]')).toHaveLength(1)
    }
  })

  it('that are torn apart, or have a byte order mark, are whole', async () => {
    const bytes = new TextEncoder().encode(`\ufeff${list.replace(name, 'A \u{1f600} é')}`)
    for (const pieceSize of [1, 2, 3, 5]) {
      const client = clientOf(bytes, null, pieceSize).withOptions({ validation: 'strict' })
      const names = ['A \u{1f600} é']
      expect(await namesOf(client)).toEqual({ list: names, stream: names })
    }
  })

  it('that end in the middle of a letter keep what came before', async () => {
    const bytes = new TextEncoder().encode('"n\u{1f600}')
    const response = () => inBytes(bytes.slice(0, -1), 'text/plain', 1)
    const { client } = respondingWith(() => new Response(response().body, { status: 500 }))
    expect(await failureOf(client.entities.list())).toMatchObject({ status: 500, body: expect.any(String) })
  })
})
