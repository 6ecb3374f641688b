/** Takes a JSON array apart while its text arrives. */
export interface ItemParser {
  /** Reads on; returns the items that are complete now. */
  write(text: string): readonly unknown[]
  /** What the text is so far: the beginning of an array, all of one, or neither. */
  readonly state: 'begun' | 'whole' | 'broken'
}

/** The rest of a JSON string, up to its closing quote or the end of the piece. */
const restOfString = /[^"\\]*(?:\\[\s\S][^"\\]*)*/y

/** Finds where items begin and end; `JSON.parse` judges what stands between. */
export function createItemParser(): ItemParser {
  let state: ItemParser['state'] = 'begun'
  let isFirst = true
  let unfinished = ''
  let depth = 0
  let isInString = false
  let isEscaped = false
  return {
    get state() {
      return state
    },
    write(text) {
      const items: unknown[] = []
      try {
        if (state !== 'broken') read(text, items)
      } catch {
        state = 'broken'
      }
      return items
    },
  }

  function read(text: string, items: unknown[]): void {
    let start = 0
    if (depth === 0) {
      start = text.search(/[^ \t\r\n]/) + 1
      if (start === 0) return
      if (state === 'whole' || text[start - 1] !== '[') throw new SyntaxError('one array must stand alone')
      depth = 1
    }
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
      takeItem(unfinished + text.slice(start, end), items)
      unfinished = ''
      start = end
      if (depth > 0) continue
      if (mark !== ']') throw new SyntaxError('an array must end')
      state = 'whole'
      read(text.slice(at + 1), items)
      return
    }
    unfinished += text.slice(start)
  }

  /** An item, with the comma before it unless it is the first; or nothing between an item and what follows. */
  function takeItem(text: string, items: unknown[]): void {
    if (/^[ \t\r\n]*$/.test(text)) return
    const json = isFirst ? text : text.replace(/^[ \t\r\n]*,/, '')
    if (!isFirst && json === text) throw new SyntaxError('a comma must stand between items')
    isFirst = false
    items.push(JSON.parse(json))
  }
}
