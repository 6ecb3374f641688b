import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { PortfolioSource } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { openItems } from '../../../src/portfolio/source/open-items.ts'
import { collect, decodeText, stream } from './collect.ts'

const text = 'name,type,country\nÖl & Söhne 𝒳 "GmbH",organization,DE\n'
const utf8 = new TextEncoder().encode(text)

async function textOf(source: PortfolioSource): Promise<string> {
  const { items } = await openItems(source)
  return (await collect(decodeText(items))).join('')
}

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  )
}

function utf16(given: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(given.length * 2))
  for (let at = 0; at < given.length; at += 1) view.setUint16(at * 2, given.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}

function streamOf<Chunk>(chunks: Chunk[]): ReadableStream<Chunk> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

describe('the text of a source', () => {
  it.each<[string, () => PortfolioSource]>([
    ['a text', () => text],
    ['bytes', () => utf8],
    ['bytes of Node', () => Buffer.from(utf8)],
    ['a Blob', () => new Blob([utf8])],
    ['a File', () => new File([utf8], 'portfolio.csv')],
    ['a stream of bytes', () => streamOf(cut(utf8, 3))],
    ['a stream of text', () => streamOf([...text])],
    ['a stream of Node', () => Readable.from(cut(utf8, 5).map(chunk => Buffer.from(chunk)))],
    ['a stream of Node that decodes', () => Readable.from(Buffer.from(utf8)).setEncoding('utf8')],
    ['a generator of bytes', () => stream(cut(utf8, 4))],
    ['the body of a response', () => new Response(text).body ?? ''],
  ])('is that of %s', async (_, source) => {
    expect(await textOf(source())).toBe(text)
  })

  it('is that of a file, whose size is known', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entity-screening-source-'))
    const file = join(folder, 'portfolio.csv')
    await writeFile(file, utf8)
    const opened = await openItems({ file })
    expect(opened.bytes).toBe(utf8.length)
    expect((await collect(decodeText(opened.items))).join('')).toBe(text)
    await rm(folder, { recursive: true })
    await expect(openItems({ file })).rejects.toThrow('ENOENT')
  })

  it.each([
    ['UTF-8', utf8],
    ['UTF-8 with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...utf8])],
    ['UTF-16 LE', new Uint8Array([0xff, 0xfe, ...utf16(text, true)])],
    ['UTF-16 BE', new Uint8Array([0xfe, 0xff, ...utf16(text, false)])],
  ])('is decoded from %s, wherever the bytes are cut', async (_, bytes) => {
    for (let size = 1; size <= bytes.length; size += 1)
      expect(await textOf(streamOf(cut(bytes, size)))).toBe(text)
    expect(await textOf(streamOf([new Uint8Array(), bytes, new Uint8Array()]))).toBe(text)
  })

  it('begins after the byte order mark of a text', async () => {
    expect(await textOf(`\ufeff${text}`)).toBe(text)
    expect(await textOf(streamOf(['', `\ufeff${text}`]))).toBe(text)
    expect(await textOf(streamOf([text, '\ufeff']))).toBe(`${text}\ufeff`)
  })

  it.each<[string, Uint8Array]>([
    ['Latin-1', Buffer.from('name\nÖl\n', 'latin1')],
    ['text that ends in the middle of a character', utf8.slice(0, text.indexOf('Ö') + 1)],
    ['one byte of a character', new Uint8Array([0xc3])],
    ['a lone surrogate', new Uint8Array([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
  ])('is refused where it is %s', async (_, bytes) => {
    await expect(textOf(bytes)).rejects.toThrow(/is not UTF-(8|16LE)$/)
  })

  it('is refused where it is a spreadsheet', async () => {
    const bytes = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0xfc, 0xff])
    await expect(textOf(bytes)).rejects.toThrow('it is a spreadsheet: save it as CSV UTF-8')
  })

  it('is refused where it is UTF-16 without a byte order mark', async () => {
    await expect(textOf(utf16('name,type\nAcme,org\n', true))).rejects.toThrow('NUL characters')
    await expect(textOf(streamOf(['name\0']))).rejects.toThrow('NUL characters')
  })

  it('is refused where something else comes', async () => {
    await expect(collect(decodeText(stream(['name\n', 7])))).rejects.toThrow('must consist of bytes or text')
  })

  it('is none of an empty source', async () => {
    for (const source of [new Uint8Array(), new Blob([]), streamOf<string>([]), Readable.from([])])
      expect(await textOf(source)).toBe('')
  })
})

describe('a source that is not read any more', () => {
  it('is told so', async () => {
    let cancelled = 0
    const silent = new ReadableStream<string>({
      cancel() {
        cancelled += 1
      },
    })
    const opened = await openItems(silent)
    const pending = collect(decodeText(opened.items))
    opened.cancel?.()
    expect((await pending).join('')).toBe('')
    expect(cancelled).toBe(1)

    const node = new Readable({ read() {} })
    ;(await openItems(node)).cancel?.()
    expect(node.destroyed).toBe(true)
  })

  it('cannot be one that is read elsewhere', async () => {
    const taken = streamOf([text])
    taken.getReader()
    await expect(openItems(taken)).rejects.toThrow(TypeError)
  })
})
