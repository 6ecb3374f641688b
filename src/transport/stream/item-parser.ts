import { parseJson } from '../../contract/json.ts'
import type { Path } from '../../reading/log.ts'

/** One item of a list, and where it stands in the body. */
export interface FoundItem {
  readonly path: Path
  readonly value: unknown
}

/** Takes a bare array apart while it arrives. */
export interface ItemParser {
  /** False once something has come that no JSON can have there. */
  write(text: string): boolean
  /** The items that were completed since last asked. */
  take(): readonly FoundItem[]
  /** True once the body has come to its end. */
  isWhole(): boolean
}

/** The rest of a JSON string, up to its closing quote or the end of the piece. */
const restOfString = /[^"\\]*(?:\\[\s\S][^"\\]*)*/y

/** What JSON takes for white space. */
const blank = /^[ \t\r\n]*$/

/** Finds where items begin and end; `JSON.parse` judges what stands between. */
export function createItemParser(): ItemParser {
  const unfinished: string[] = []
  let found: FoundItem[] = []
  let count = 0
  let depth = 0
  let isInString = false
  let isEscaped = false
  // An object or array ends with its own bracket: a comma or the end of the list must follow.
  let isComplete = false
  let isJson = true
  let isWhole = false
  return {
    write(text) {
      isJson &&= reads(text)
      return isJson
    },
    take() {
      const items = found
      found = []
      return items
    },
    isWhole: () => isJson && isWhole,
  }

  function reads(text: string): boolean {
    let start = 0
    for (let at = 0; at < text.length; at += 1) {
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
      const mark = text[at] ?? ''
      if (depth === 0) {
        if (blank.test(mark)) continue
        if (mark !== '[' || isWhole) return false
        depth = 1
        start = at + 1
        continue
      }
      if (mark === '"') isInString = true
      if (mark === '{' || mark === '[') depth += 1
      if (mark === '}' || mark === ']') depth -= 1
      const isClosed = depth === 1 && (mark === '}' || mark === ']')
      const isDelimited = depth === 0 || (depth === 1 && mark === ',')
      if (isClosed && !takeItem(text.slice(start, at + 1))) return false
      if (isDelimited && !delimit(text.slice(start, at), mark)) return false
      if (isClosed || isDelimited) start = at + 1
      if (isClosed) isComplete = true
      isWhole = depth === 0
    }
    unfinished.push(text.slice(start))
    return true
  }

  /** A comma or the end of the list: an item without brackets stands before it, or none. */
  function delimit(last: string, mark: string): boolean {
    if (mark === '}') return false
    const mayBeEmpty = isComplete || (mark === ']' && count === 0)
    if (!blank.test(unfinished.join('') + last)) return takeItem(last)
    unfinished.length = 0
    isComplete = false
    return mayBeEmpty
  }

  function takeItem(last: string): boolean {
    if (isComplete) return false
    try {
      found.push({ path: [count], value: parseJson(unfinished.splice(0).join('') + last) })
      count += 1
      return true
    } catch {
      return false
    }
  }
}
