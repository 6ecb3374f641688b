import type { StoredEntity } from './teams.ts'

/**
 * 32 lowercase hexadecimal characters that depend on every part, and on the borders between the parts; not for secrets.
 * Everything random is a hash of what it belongs to: the same seed and calls give the same bytes, in any order of unrelated calls.
 */
export function hash(...parts: readonly (string | number)[]): string {
  let text = ''
  for (const part of parts) text += `${String(part).length}:${part}`
  const { length } = text
  let first = Math.imul(length + 1, 0x9e3779b1)
  let second = Math.imul(length + 2, 0x85ebca77)
  let third = Math.imul(length + 3, 0xc2b2ae3d)
  let fourth = Math.imul(length + 4, 0x27d4eb2f)
  // One loop for all lanes: most of the time of a creation is spent here.
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index)
    first = Math.imul(first ^ code, 0x9e3779b1)
    first ^= first >>> 13
    second = Math.imul(second ^ code, 0x85ebca77)
    second ^= second >>> 14
    third = Math.imul(third ^ code, 0xc2b2ae3d)
    third ^= third >>> 15
    fourth = Math.imul(fourth ^ code, 0x27d4eb2f)
    fourth ^= fourth >>> 16
  }
  return hexadecimal(first) + hexadecimal(second) + hexadecimal(third) + hexadecimal(fourth)
}

/** The platform-side identifier of an entity, unless it was loaded with one. */
export function platformIdOf({ id, statedFields }: Pick<StoredEntity, 'id' | 'statedFields'>): string {
  const { platformId } = statedFields ?? {}
  return typeof platformId === 'string' ? platformId : hash('platform', id)
}

/** A number from 0 up to, but not including, 1. */
export function fraction(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hash(...parts).slice(0, 8), 16) / 0x1_0000_0000
}

/** One of the choices. */
export function pick<Choice>(choices: readonly Choice[], ...parts: readonly (string | number)[]): Choice {
  return pickAt(choices, fraction(...parts) * choices.length)
}

/** Picks the choice at a position; after the last choice, it starts again with the first. */
export function pickAt<Choice>(choices: readonly Choice[], number: number): Choice {
  const choice = choices[Math.floor(number) % choices.length]
  if (choice === undefined) throw new RangeError('there must be something to choose from')
  return choice
}

/** Each byte as two digits: several times faster than `toString(16)`. */
const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A lane, mixed once more so that the last characters count as much as the first. */
function hexadecimal(lane: number): string {
  let state = Math.imul(lane ^ (lane >>> 16), 0x7feb352d)
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b)
  state ^= state >>> 16
  return `${digits[state >>> 24]}${digits[(state >>> 16) & 255]}${digits[(state >>> 8) & 255]}${digits[state & 255]}`
}
