import { isLongEnough, shortestKey, struck } from '../../src/contract/words/struck.ts'

/** Strikes the server's keys out of what is shown of requests, however many there are. */
export interface KeyMask {
  /** A key is struck out even after its team is gone: the log may be older. */
  learn(key: string): void
  mask(text: string): string
}

/** Escapes of ASCII characters in addresses and JSON. Of backslashes, any number is as good as none. */
const escapes = /%(?:25)*([2-7][\da-f])|\\+u00([2-7][\da-f])|\\+/gi

export function createKeyMask(): KeyMask {
  const keys = new Set<string>()
  /** How long keys are, by their first characters: keys may be many and alike. */
  const lengths = new Map<string, Set<number>>()
  /** Which hashes those have, so that most places in a text need no look at the keys. */
  const hashes = new Uint8Array(65_536)

  function add(key: string): void {
    const start = key.slice(0, shortestKey)
    if (start.length < shortestKey || keys.has(key)) return
    keys.add(key)
    const known = lengths.get(start)
    if (known !== undefined) known.add(key.length)
    else {
      lengths.set(start, new Set([key.length]))
      let hash = 0
      for (let at = 0; at < shortestKey; at += 1) hash = hashOn(hash, start.charCodeAt(at))
      hashes[hash] = 1
    }
  }

  function addFound(text: string, found: Set<string>): void {
    let hash = 0
    for (let end = 1; end <= text.length; end += 1) {
      hash = hashOn(hash, text.charCodeAt(end - 1))
      if (hashes[hash] === 0) continue
      const start = Math.max(0, end - shortestKey)
      for (const length of lengths.get(text.slice(start, end)) ?? []) {
        const key = text.slice(start, start + length)
        if (keys.has(key)) found.add(key)
      }
    }
  }

  return {
    learn(key) {
      if (!isLongEnough(key)) return
      add(key)
      // It may look as if it were escaped.
      add(undo(key))
    },
    mask(text) {
      const found = new Set<string>()
      addFound(text, found)
      const undone = undo(text)
      if (undone !== text) addFound(undone, found)
      // A key may be the beginning of another.
      return [...found]
        .sort((one, other) => other.length - one.length)
        .reduce((shown, key) => shown.replace(spellingsOf(key), struck), text)
    },
  }
}

/** Of the latest eight characters: shifts push older ones out of its 16 bits. */
function hashOn(hash: number, code: number): number {
  return ((hash << 2) ^ code) & 0xffff
}

function undo(text: string): string {
  return text.replace(escapes, (_, inAddress?: string, inJson?: string) => {
    const code = inAddress ?? inJson
    return code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16))
  })
}

/** Each character as it is, or escaped. */
function spellingsOf(key: string): RegExp {
  const spelled = Array.from(key, letter => {
    const code = letter.charCodeAt(0).toString(16)
    return `(?:\\x${code}|%(?:25)*${code}|u00${code})`
  })
  return new RegExp(`(?:\\\\(?=u00))?${spelled.join('(?:\\\\|%(?:25)*5c)*')}`, 'gi')
}
