/** Takes a JSON array apart while its text arrives. */
export interface ItemParser {
  /** Reads on; returns what of the text stands behind the array, or all of it once no JSON can stand there. */
  write(text: string): string
  /** The items that were completed since last asked. */
  take(): readonly unknown[]
  /** True once the array has come to its end. */
  isWhole(): boolean
}

/** The rest of a JSON string, up to its closing quote or the end of the piece. */
const restOfString = /[^"\\]*(?:\\[\s\S][^"\\]*)*/y

/** Finds where items begin and end; `JSON.parse` judges what stands between. */
export function createItemParser(): ItemParser {
  let state: 'before' | 'within' | 'whole' | 'broken' = 'before'
  let items: unknown[] = []
  let isFirst = true
  let unfinished = ''
  let depth = 0
  let isInString = false
  let isEscaped = false
  return {
    write(text) {
      try {
        return read(text)
      } catch {
        state = 'broken'
        return text
      }
    },
    take() {
      const taken = items
      items = []
      return taken
    },
    isWhole: () => state === 'whole',
  }

  function read(text: string): string {
    let start = 0
    if (state === 'before') {
      start = text.search(/[^ \t\r\n]/) + 1
      if (start === 0) return ''
      if (text[start - 1] !== '[') throw new SyntaxError('an array must begin')
      state = 'within'
      depth = 1
    }
    if (state !== 'within') return text
    for (let at = start; at < text.length; at += 1) {
      if (isEscaped) {
        isEscaped = false
        continue
      }
      if (isInString) {
        restOfString.lastIndex = at
        restOfString.test(text)
        at = restOfString.lastIndex
        isInString = text[at] !== '"'
        isEscaped = text[at] === '\\'
        continue
      }
      const mark = text[at]
      const isClosing = mark === '}' || mark === ']'
      if (mark === '"') isInString = true
      else if (mark === '{' || mark === '[') depth += 1
      else if (isClosing) depth -= 1
      if (depth > 1 || !(isClosing || mark === ',')) continue
      // An object or array is whole with its own bracket; a comma belongs to what follows.
      const end = depth === 1 && isClosing ? at + 1 : at
      takeItem(text.slice(start, end))
      start = end
      if (depth > 0) continue
      if (mark !== ']') throw new SyntaxError('an array must end')
      state = 'whole'
      return text.slice(at + 1)
    }
    unfinished += text.slice(start)
    return ''
  }

  /** An item, with the comma before it unless it is the first; or nothing between an item and what follows. */
  function takeItem(last: string): void {
    const text = unfinished + last
    unfinished = ''
    if (/^[ \t\r\n]*$/.test(text)) return
    const json = isFirst ? text : text.replace(/^[ \t\r\n]*,/, '')
    if (!isFirst && json === text) throw new SyntaxError('a comma must stand between items')
    isFirst = false
    items.push(JSON.parse(json))
  }
}
