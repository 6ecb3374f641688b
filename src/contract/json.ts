/** True for a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A JSON number. A whole number that a JavaScript number cannot hold stays text, digit for digit: it is an identifier more
 * often than an amount.
 */
function exactNumber(source: string): number | string {
  const value = Number(source)
  const isRounded = !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
  return isRounded || !Number.isFinite(value) ? source : value
}

/** A number that has lost digits in `JSON.parse`, or may have. */
export function isRounded(value: unknown): boolean {
  return typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
}

/** Whether a value is, or holds, a number that has lost digits. A response may be nested deeper than a stack. */
export function holdsRounded(value: unknown, levels = 8): boolean {
  if (typeof value !== 'object' || value === null || levels === 0) return isRounded(value)
  if (Array.isArray(value)) {
    for (const item of value) if (holdsRounded(item, levels - 1)) return true
  } else if (isRecord(value)) {
    for (const key in value) if (holdsRounded(value[key], levels - 1)) return true
  }
  return false
}

/** Every text, with the colon that makes it a key, every number, and where an object begins and ends. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*|[{}]/g

/**
 * JSON from which nothing gets lost in `JSON.parse`: numbers that it would round are texts, and of keys that stand twice in an
 * object the later ones have a space at their end, for it would keep the last alone. The same text where there is no such thing.
 */
function careful(json: string): string {
  const keys: Set<unknown>[] = []
  return json.replace(tokens, (token, text: string | undefined, colon: string | undefined) => {
    if (token === '{') keys.push(new Set())
    else if (token === '}') keys.pop()
    else if (text === undefined) return typeof exactNumber(token) === 'number' ? token : `"${token}"`
    else if (colon !== undefined) return distinct(text, keys.at(-1)) + colon
    return token
  })
}

function distinct(text: string, keys: Set<unknown> | undefined): string {
  const key = String(JSON.parse(text))
  const name = distinctKey(key, keys)
  return name === key ? text : JSON.stringify(name)
}

/** A key, with a space at its end for each that has stood in the object before. */
function distinctKey(key: string, keys: Set<unknown> | undefined): string {
  let name = key
  while (keys?.has(name)) name += ' '
  keys?.add(name)
  return name
}

/** Reads JSON text so that nothing is lost: see {@link careful}, which most texts do not need. */
export function parseJson(json: string): unknown {
  const value: unknown = JSON.parse(json)
  return isKept(json, value) ? value : JSON.parse(careful(json))
}

/** Whether each key and digit of the text is certainly in the value. */
function isKept(json: string, value: unknown): boolean {
  return (
    lengthOf(value) === json.trim().length - countEscaping(json) || countKeys(value) === countColons(json)
  )
}

/** How many characters of a text do nothing but escape others. */
function countEscaping(json: string): number {
  let count = 0
  for (let at = json.indexOf('\\'); at >= 0; at = json.indexOf('\\', at + 2))
    count += json[at + 1] === 'u' ? 5 : 1
  return count
}

/** A response may be nested deeper than a stack. */
const deepest = 100

/**
 * How many characters the JSON of a value has at least, without white space and escapes: a text of that length holds nothing
 * else. NaN where a number is rounded.
 */
function lengthOf(value: unknown, level = 0): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value === 'number') return leastDigits(value)
  if (typeof value !== 'object' || value === null) return value === false ? 5 : 4
  if (level === deepest) return Number.NaN
  let length = 1
  if (Array.isArray(value)) {
    for (const item of value) length += lengthOf(item, level + 1) + 1
  } else if (isRecord(value)) {
    for (const key in value) {
      const field = value[key]
      length += key.length + 4 + (typeof field === 'string' ? field.length + 2 : lengthOf(field, level + 1))
    }
  }
  return length === 1 ? 2 : length
}

/** Of a number that is shorter with an exponent, fewer than it has: its text may be longer than it seems. */
function leastDigits(value: number): number {
  if (value >= 0 && value < 1000 && Number.isInteger(value)) return value < 10 ? 1 : value < 100 ? 2 : 3
  if (isRounded(value)) return Number.NaN
  const digits = String(value)
  return value % 1000 === 0 || /^-?0\.00|e/.test(digits) ? 1 : digits.length
}

/** Counts the colons behind keys; NaN where white space stands before one, which takes a parser to read. */
function countColons(json: string): number {
  let colons = 0
  // A search for one character is twice as fast as one for two.
  for (let at = json.indexOf(':'); at >= 0; at = json.indexOf(':', at + 1)) {
    const before = json[at - 1]
    if (before === '"') colons += isEscaped(json, at - 1) ? 0 : 1
    else if (before !== undefined && before.trim() === '') return Number.NaN
  }
  return colons
}

function isEscaped(json: string, at: number): boolean {
  let first = at
  while (json[first - 1] === '\\') first -= 1
  return (at - first) % 2 === 1
}

/** Counts all keys, or returns NaN where a number is rounded. Without recursion: a response may be nested deeper than a stack. */
function countKeys(value: unknown): number {
  let count = 0
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (Array.isArray(next)) {
      for (const item of next) if (typeof item !== 'string') pending.push(item)
    } else if (isRecord(next)) {
      for (const key in next) {
        count += 1
        const field = next[key]
        if (typeof field === 'object') pending.push(field)
        else if (isRounded(field)) return Number.NaN
      }
    } else if (isRounded(next)) return Number.NaN
  }
  return count
}
