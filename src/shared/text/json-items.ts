/** Parses the items of a JSON array while the text is still arriving. */
export interface ItemParser {
  /** Reads the next chunk of at most 64 Ki characters, and returns the items that this chunk completes. */
  write(text: string): readonly unknown[]
  /** The state of the text so far: the beginning of an array (`incomplete`), a complete array, or neither (`invalid`). */
  readonly state: 'incomplete' | 'complete' | 'invalid'
}

/** Matches the rest of a JSON string, up to its closing quote or the end of the chunk. */
const restOfString = /[^"\\]*(?:\\[\s\S][^"\\]*)*/y

/**
 * Matches the text within an item up to the next bracket, or up to a string that does not end in the chunk. Reading an item takes two
 * thirds of the time that it takes with a match for each string. The number of repetitions is limited, because the stack of the
 * engine limits a match.
 */
const upToBracket = /(?:[^"[\]{}]+|"[^"\\]*(?:\\[\s\S][^"\\]*)*"){0,1000}/y

/** The state of a parser between two chunks. */
interface ParserState {
  state: ItemParser['state']
  /** Whether no item is complete yet. */
  isFirst: boolean
  /** The text of an incomplete item, which the next chunk continues. */
  unfinished: string
  depth: number
  isInString: boolean
  isEscaped: boolean
}

/** Creates a parser that finds only the boundaries of items. `JSON.parse` parses the text of each item. */
export function createItemParser(): ItemParser {
  const parser: ParserState = {
    state: 'incomplete',
    isFirst: true,
    unfinished: '',
    depth: 0,
    isInString: false,
    isEscaped: false,
  }
  return {
    get state() {
      return parser.state
    },
    write(text) {
      const items: unknown[] = []
      try {
        if (parser.state !== 'invalid') readChunk(parser, text, items)
      } catch {
        parser.state = 'invalid'
      }
      return items
    },
  }
}

function readChunk(parser: ParserState, text: string, items: unknown[]): void {
  let start = 0
  if (parser.depth === 0) {
    start = text.search(/[^ \t\r\n]/) + 1
    if (start === 0) return
    if (parser.state === 'complete' || text[start - 1] !== '[')
      throw new SyntaxError('one array must stand alone')
    parser.depth = 1
  }
  for (let position = start; position < text.length; position += 1) {
    if (parser.isEscaped || parser.isInString) {
      position = readString(parser, text, position)
      continue
    }
    if (parser.depth > 1) position = findEnd(upToBracket, text, position)
    const character = text[position]
    const isClosing = character === '}' || character === ']'
    if (character === '"') parser.isInString = true
    else if (character === '{' || character === '[') parser.depth += 1
    else if (isClosing) parser.depth -= 1
    if (parser.depth > 1 || !(isClosing || character === ',')) continue
    // An item that is an object or array ends with its closing bracket. A comma is treated as part of the
    // item that follows it.
    const end = parser.depth === 1 && isClosing ? position + 1 : position
    parseItem(parser, parser.unfinished + text.slice(start, end), items)
    parser.unfinished = ''
    start = end
    if (parser.depth > 0) continue
    if (character !== ']') throw new SyntaxError('an array must end')
    parser.state = 'complete'
    readChunk(parser, text.slice(position + 1), items)
    return
  }
  parser.unfinished += text.slice(start)
}

/**
 * Continues reading a string. Returns the position of the closing quote, of a backslash at the end of the chunk, or of the end
 * of the chunk.
 */
function readString(parser: ParserState, text: string, position: number): number {
  if (parser.isEscaped) {
    parser.isEscaped = false
    return position
  }
  const end = findEnd(restOfString, text, position)
  parser.isInString = text[end] !== '"'
  parser.isEscaped = text[end] === '\\'
  return end
}

/** Returns the position at which the match of a sticky pattern ends. */
function findEnd(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position
  pattern.test(text)
  return pattern.lastIndex
}

/**
 * Parses the text of an item. Every item except the first must begin with a comma; white space may follow it.
 */
function parseItem(parser: ParserState, text: string, items: unknown[]): void {
  if (/^[ \t\r\n]*$/.test(text)) return
  const json = parser.isFirst ? text : text.replace(/^[ \t\r\n]*,/, '')
  if (!parser.isFirst && json === text) throw new SyntaxError('a comma must stand between items')
  parser.isFirst = false
  items.push(JSON.parse(json))
}
