import { createEndlessRowError, maxRowLength, namedDelimiter } from './csv-reader.ts'

/**
 * Creates a function that removes the lines before the header from the pieces of a CSV text. A first line that names the delimiter,
 * such as `sep=;`, is not removed.
 *
 * @param headerLine the line of the header, counted from 1.
 */
export function createTitleSkipper(headerLine: number): (piece: string) => string {
  let line = 1
  let buffer = ''
  return piece => {
    if (line >= headerLine) return piece
    buffer += piece
    let delimiterLine = ''
    while (line < headerLine) {
      // A final "\r" stays, because its "\n" may be in the next piece.
      const lineBreak = /\r\n|\r(?!$)|\n/.exec(buffer)
      if (lineBreak === null) {
        if (buffer.length > maxRowLength) throw createEndlessRowError(line)
        return delimiterLine
      }
      const end = lineBreak.index + lineBreak[0].length
      const text = buffer.slice(0, end)
      if (line === 1 && namedDelimiter.test(text)) delimiterLine = text
      buffer = buffer.slice(end)
      line += 1
    }
    return delimiterLine + buffer
  }
}
