import { open, stat } from 'node:fs/promises'

/** The style of a CSV file. A file that a command writes has that of the user's file, so that the same program opens both. */
export interface CsvStyle {
  readonly delimiter: string
  /** Without the byte order mark of UTF-8, Excel reads a file in another encoding. Other programs take it for a part of the header. */
  readonly hasByteOrderMark: boolean
}

/** The style of CSV that is not written beside a file. */
export const plainStyle: CsvStyle = { delimiter: ',', hasByteOrderMark: false }

/** Delimiters that a reader of CSV recognizes. */
const usualDelimiters = [',', ';', '\t', '|']

/**
 * Finds the style for a file that is written in UTF-8 beside another one. A program that has not written UTF-8 needs the byte order
 * mark to recognize it.
 *
 * @param delimiter that of the other file.
 * @param encoding the label of its encoding; undefined for UTF-8.
 */
export async function findCsvStyle(
  file: string,
  delimiter: string,
  encoding: string | undefined,
): Promise<CsvStyle> {
  return {
    delimiter: usualDelimiters.includes(delimiter) ? delimiter : ',',
    hasByteOrderMark: new TextDecoder(encoding).encoding !== 'utf-8' || (await beginsWithMark(file)),
  }
}

/** Returns the byte order mark of a style, or nothing. */
export function markOf({ hasByteOrderMark }: CsvStyle): string {
  return hasByteOrderMark ? '\uFEFF' : ''
}

/** The byte order marks of UTF-8 and UTF-16. */
const marks = ['efbbbf', 'fffe', 'feff']

async function beginsWithMark(file: string): Promise<boolean> {
  // A pipe has been read already.
  if (!(await stat(file)).isFile()) return false
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(3), 0, 3, 0)
    const beginning = buffer.toString('hex', 0, bytesRead)
    return marks.some(mark => beginning.startsWith(mark))
  } finally {
    await handle.close()
  }
}
