import { createItemParser } from '../../src/shared/text/json-items.ts'
import { notJson, requireBody } from '../message/body.ts'
import type { Sliced } from '../message/turns.ts'

/** The value of a long body. @throws Refusal of 400 where it is not JSON. */
export function* readLongJson(text: string): Sliced<unknown> {
  requireBody(text)
  try {
    return yield* parseJson(text)
  } catch {
    throw notJson()
  }
}

/** How many characters are parsed in one go: that takes a few milliseconds. */
const slice = 65_536

/**
 * The same as `JSON.parse`, in slices. Arrays are taken apart that stand in objects alone, as the rows of a bulk creation and
 * the changes of a snapshot do; what lies deeper, and objects, are parsed in one go.
 *
 * @throws SyntaxError for what is not JSON.
 */
export function* parseJson(text: string): Sliced<unknown> {
  if (text.length <= slice) return JSON.parse(text)
  const arrays: unknown[][] = []
  let frame = ''
  for (let at = 0; at < text.length; ) {
    const begin = nextArray(text, at)
    frame += text.slice(at, begin)
    at = begin
    if (at === text.length) break
    frame += `[${arrays.length}]`
    const items: unknown[] = []
    arrays.push(items)
    for (const parser = createItemParser(); !parser.isWhole(); yield) {
      const piece = text.slice(at, at + slice)
      const rest = parser.write(piece)
      if (piece === '' || (rest !== '' && !parser.isWhole())) throw new SyntaxError('an array is not JSON')
      at += piece.length - rest.length
      for (const item of parser.take()) items.push(item)
    }
  }
  if (arrays.length === 0) return JSON.parse(text)
  return JSON.parse(frame, (_, value) => (Array.isArray(value) ? arrays[value[0]] : value))
}

/** Where the next array begins outside of strings; the end of the text if there is none. */
function nextArray(text: string, from: number): number {
  let at = from
  for (let isInString = false; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === '"') isInString = !isInString
    else if (mark === '\\') at += 1
    else if (mark === '[' && !isInString) break
  }
  return Math.min(at, text.length)
}
