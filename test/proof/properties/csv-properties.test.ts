import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeText, readCsv } from '../../portfolio/source/collect.ts'
import { hold } from '../runs.ts'

const cell = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        '""',
        ',',
        ';',
        '\t',
        '|',
        '\n',
        '\r\n',
        '\r',
        ' ',
        '=',
        "'",
        '\\',
        '\ufeff',
        'é',
        '𝒳',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { maxLength: 6 },
  )
  // A NUL says that the text is UTF-16 without its mark.
  .map(parts => parts.join('').replaceAll('\0', ''))

const file = fc.record({
  rows: fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 }),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  /** Which cells are quoted though they need not be. */
  quoted: fc.infiniteStream(fc.boolean()),
  encoding: fc.constantFrom('utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16be'),
  /** How long each chunk is. */
  chunks: fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
  isEnded: fc.boolean(),
})

const header = ['name', 'type', 'country']

it('a CSV text has the cells that were written, however they are quoted, divided, encoded and cut', async () => {
  const property = fc.asyncProperty(
    file,
    async ({ rows, delimiter, end, quoted, encoding, chunks, isEnded }) => {
      const write = (text: string) =>
        quoted.next().value || needsQuotes(text, delimiter) ? `"${text.replaceAll('"', '""')}"` : text
      const lines = [header, ...rows].map(cells => cells.map(write).join(delimiter))
      const bytes = encode(lines.join(end) + (isEnded ? end : ''), encoding)
      const read = await readCsv(decodeText(cut(bytes, chunks)))
      const expected = [
        header,
        // A row with a cell such as ="" says something, though it reads as nothing.
        ...rows.filter(cells => cells.some(cell => cell.trim() !== '')).map(cells => cells.map(asRead)),
      ]
      expect(read.map(({ cells }) => cells)).toEqual(expected)
      // A line with a delimiter in a cell may be a row that a stray quote has swallowed.
      if (!rows.flat().some(text => /[\r\n]/.test(text) && text.includes(delimiter)))
        expect(read.filter(({ problem }) => problem !== null)).toEqual([])
    },
  )
  await hold('CSV in any quoting', 500, property)
})

function needsQuotes(text: string, delimiter: string): boolean {
  return text.includes(delimiter) || /["\r\n]/.test(text)
}

/** Spaces around a cell do not count, and every line break is a line feed. */
function asRead(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').trim()
  return plain.startsWith('="') && plain.endsWith('"') && plain.length > 2 ? plain.slice(2, -1) : plain
}

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-8 with a mark') return Buffer.from(`\ufeff${text}`)
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return encoding === 'utf-16le' ? bytes : bytes.swap16()
}

async function* cut(bytes: Uint8Array, lengths: Iterator<number>): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const length = lengths.next().value ?? 1
    yield bytes.subarray(at, at + length)
    at += length
  }
}
