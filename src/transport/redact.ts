import { defineField } from '../shared/copy.ts'
import type { EventLoopYield } from '../shared/event-loop-yield.ts'
import { createKeyMask } from '../shared/key-mask.ts'

export type Redaction = ReturnType<typeof createRedaction>

type Mask = (text: string) => string

/** The most characters of a body that an error shows. */
export const maxErrorBodyLength = 65_536

/** Deeper levels of a body are left out of an error. */
const maxErrorBodyDepth = 100

/** Removes the key from texts and JSON values before they are shown or stored. */
export function createRedaction(apiKey: string | null) {
  const { learn, mask } = createKeyMask()
  if (apiKey !== null) learn(apiKey)
  /** The length of the key if each of its characters is escaped. */
  const keyLength = 8 * (apiKey?.length ?? 0)
  return {
    text: mask,
    inPlace,
    inPlaceAsync,
    excerpt: (body: unknown) => copyBeginning(body, truncate),
    truncate,
  }

  function inPlace(input: unknown): unknown {
    const root = { value: input }
    for (const pending = redactFields(root, mask); !pending.next().done; );
    return root.value
  }

  /** As `value`, without a block of the event loop; a text that is longer than an error may show is cut. */
  async function inPlaceAsync(input: unknown, eventLoop: EventLoopYield): Promise<unknown> {
    const root = { value: input }
    for (const _ of redactFields(root, text => truncate(text, maxErrorBodyLength)))
      if (eventLoop.isDue()) await eventLoop.yieldNow()
    return root.value
  }

  /** The beginning of a text, without the piece of a key that the cut may leave at its end. */
  function truncate(text: string, maxLength: number, isCut = text.length > maxLength): string {
    if (!isCut) return mask(text)
    const beginning = mask(text.slice(0, maxLength))
    return `${beginning.slice(0, Math.max(0, beginning.length - keyLength))}…`
  }
}

/**
 * Replaces every string in a value, names of fields included, and pauses after each object. Without recursion: responses may be
 * nested deeper than a stack.
 */
function* redactFields(root: object, text: Mask): Generator<void, void, undefined> {
  const pending: object[] = [root]
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      const name = text(key)
      const masked = typeof value === 'string' ? text(value) : value
      if (name !== key) Reflect.deleteProperty(holder, key)
      if (name !== key || masked !== value) defineField(holder, name, masked)
      if (typeof masked === 'object' && masked !== null) pending.push(masked)
      else yield
    }
  }
}

/** A copy of the outer and first values of a body, as many as an error shows. */
function copyBeginning(body: unknown, truncate: (text: string, maxLength: number) => string): unknown {
  let remaining = maxErrorBodyLength
  const root: Record<string, unknown> = {}
  const pending = [{ source: { body } as object, copy: root as object, depth: 0 }]
  for (const { source, copy, depth } of pending) {
    for (const key of Array.isArray(source) ? source.keys() : Object.keys(source)) {
      if (remaining <= 0) break
      const name = typeof key === 'number' ? key : truncate(key, remaining)
      remaining -= 1 + String(name).length
      const value = copyOf(Reflect.get(source, key), depth)
      defineField(copy, name, value)
    }
  }
  return root.body

  function copyOf(value: unknown, depth: number): unknown {
    if (typeof value === 'string') {
      const beginning = truncate(value, Math.max(0, remaining))
      remaining -= beginning.length
      return beginning
    }
    if (typeof value !== 'object' || value === null) return value
    if (depth > maxErrorBodyDepth) return '…'
    const copy = Array.isArray(value) ? [] : {}
    pending.push({ source: value, copy, depth: depth + 1 })
    return copy
  }
}

/** A copy of headers that may be shown; cookies are left out, and one that is called like the key. */
export function redactHeaders(headers: Headers, redaction: Redaction): Headers {
  const visibleHeaders = [...headers].filter(
    ([name]) => name !== 'set-cookie' && redaction.text(name) === name,
  )
  return new Headers(visibleHeaders.map(([name, value]): [string, string] => [name, redaction.text(value)]))
}
