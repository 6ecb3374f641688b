import { type ParsedTokenInfo, Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { distinctKey, exactNumber, isRounded } from '../contract/json.ts'
import type { Path } from '../quirks/log.ts'

/** One item of a list, and where it stands in the body. */
export interface FoundItem {
  readonly path: Path
  readonly value: unknown
}

/** Takes a bare array apart while it arrives. */
export interface ItemParser {
  /** False from the first character on that no JSON can have there. */
  write(text: string): boolean
  /** The items that were completed since last asked. */
  take(): readonly FoundItem[]
  /** True once the body has come to its end. */
  isWhole(): boolean
}

/** In bytes; with none, the parser collects each text letter by letter, and litters twice as much. */
const buffers = { stringBufferSize: 1024, numberBufferSize: 32 }

export function createItemParser(): ItemParser {
  const tokenizer = new ExactTokenizer(buffers)
  const parser = new TokenParser({ paths: ['$.*'] })
  let isJson = true
  let found: FoundItem[] = []
  // A text waits for what follows: a colon makes it a key, which may stand twice.
  let waiting: ParsedTokenInfo | null = null
  const keys: Set<unknown>[] = []
  tokenizer.onToken = token => {
    if (waiting !== null) {
      const isKey = token.token === TokenType.COLON
      parser.write(isKey ? { ...waiting, value: distinctKey(String(waiting.value), keys.at(-1)) } : waiting)
      waiting = null
    }
    if (token.token === TokenType.STRING) {
      waiting = token
      return
    }
    if (token.token === TokenType.LEFT_BRACE) keys.push(new Set())
    else if (token.token === TokenType.RIGHT_BRACE) keys.pop()
    parser.write(isRounded(token.value) ? { ...token, value: exactNumber(tokenizer.number) } : token)
  }
  parser.onEnd = () => tokenizer.end()
  parser.onError = error => tokenizer.error(error)
  parser.onValue = ({ key, value, parent }) => {
    // The parser keeps whatever it has read: of a list it need not, for it counts for itself.
    if (Array.isArray(parent)) parent.length = 0
    found.push({ path: [Number(key)], value })
  }
  return {
    write(text) {
      isJson &&= writes(tokenizer, text)
      return isJson
    },
    take() {
      const items = found
      found = []
      return items
    },
    isWhole: () => isJson && parser.isEnded,
  }
}

/** Keeps the digits of the number that it has just read. */
class ExactTokenizer extends Tokenizer {
  number = ''

  protected override parseNumber(source: string): number {
    this.number = source
    return super.parseNumber(source)
  }
}

/** The parser's own message may quote what it stumbled over: it is not handed on. */
function writes(tokenizer: Tokenizer, text: string): boolean {
  try {
    tokenizer.write(text)
    return true
  } catch {
    return false
  }
}
