import { JSONParser } from '@streamparser/json'
import { isRecord } from '../contract/json.ts'
import type { Path } from '../quirks/log.ts'

/** One item of a list, and where it stands in the body. */
export interface FoundItem {
  readonly path: Path
  readonly value: unknown
}

/** Takes a body apart while it arrives: a bare array, or an object with an array of items under one of some names. */
export interface ItemParser {
  /** False from the first character on that no JSON can have there. */
  write(text: string): boolean
  /** The items that were completed since last asked. */
  take(): readonly FoundItem[]
  /** True once the body has come to its end. */
  isWhole(): boolean
  /** What has come of the object around the items, and these left out; empty around a bare array. */
  wrapper(): Readonly<Record<string, unknown>>
}

/** In bytes; with none, the parser collects each text letter by letter, and litters twice as much. */
const buffers = { stringBufferSize: 1024, numberBufferSize: 32 }

export function createItemParser(names: readonly string[]): ItemParser {
  let parser: JSONParser | undefined
  let isJson = true
  let found: FoundItem[] = []
  let wrapper: Readonly<Record<string, unknown>> = {}
  let listName: unknown
  return {
    write(text) {
      // The first character decides what is looked for; white space before it says nothing.
      if (parser === undefined && /^[ \t\n\r]*$/.test(text)) return isJson
      parser ??= /^\s*\[/.test(text) ? parseArray() : parseObject()
      isJson &&= writes(parser, text)
      return isJson
    },
    take() {
      const items = found
      found = []
      return items
    },
    isWhole: () => isJson && parser?.isEnded === true,
    wrapper: () => wrapper,
  }

  function parseArray(): JSONParser {
    const array = new JSONParser({ ...buffers, paths: ['$.*'] })
    array.onValue = ({ key, value, parent }) => {
      forget(parent)
      found.push({ path: [Number(key)], value })
    }
    return array
  }

  function parseObject(): JSONParser {
    const object = new JSONParser({ ...buffers, paths: ['$.success', ...names.map(name => `$.${name}.*`)] })
    object.onValue = ({ key, value, parent, stack }) => {
      const list = stack[1]
      const around = list === undefined ? parent : list.value
      if (isRecord(around)) wrapper = around
      if (list === undefined || !Array.isArray(parent)) return
      forget(parent)
      // Of two lists, the first is the list.
      listName ??= list.key
      if (list.key === listName) found.push({ path: [String(list.key), Number(key)], value })
    }
    return object
  }
}

/** The parser keeps whatever it has read: of a list it need not, for it counts for itself. */
function forget(list: unknown): void {
  if (Array.isArray(list)) list.length = 0
}

/** The parser's own message may quote what it stumbled over: it is not handed on. */
function writes(parser: JSONParser, text: string): boolean {
  try {
    parser.write(text)
    return true
  } catch {
    return false
  }
}
