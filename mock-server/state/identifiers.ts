import type { StoredEntity } from './teams.ts'

/**
 * Computes a hash of the parts, and of the borders between them: 32 lowercase hexadecimal characters. It is not cryptographic. All
 * random values of the server are hashes of their subject, so that they do not depend on the order of unrelated calls.
 */
export function hash(...parts: readonly (string | number)[]): string {
  let text = ''
  for (const part of parts) text += `${String(part).length}:${part}`
  const { length } = text
  let first = Math.imul(length + 1, 0x9e3779b1)
  let second = Math.imul(length + 2, 0x85ebca77)
  let third = Math.imul(length + 3, 0xc2b2ae3d)
  let fourth = Math.imul(length + 4, 0x27d4eb2f)
  // One loop computes all four lanes, because most of the time of a creation is spent here.
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

/** Returns the platform's identifier of an entity: the stated identifier, or else a computed one. */
export function platformIdOf({ id, statedFields }: Pick<StoredEntity, 'id' | 'statedFields'>): string {
  const { platformId } = statedFields ?? {}
  return typeof platformId === 'string' ? platformId : hash('platform', id)
}

/** Computes a number from 0 up to, but not including, 1, by a hash of the parts. */
export function fraction(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hash(...parts).slice(0, 8), 16) / 0x1_0000_0000
}

/** Picks a choice by a hash of the parts. */
export function pick<Choice>(choices: readonly Choice[], ...parts: readonly (string | number)[]): Choice {
  return pickAt(choices, fraction(...parts) * choices.length)
}

/** Picks the choice at a position. After the last choice, the first follows again. */
export function pickAt<Choice>(choices: readonly Choice[], number: number): Choice {
  const choice = choices[Math.floor(number) % choices.length]
  if (choice === undefined) throw new RangeError('there must be something to choose from')
  return choice
}

/** The two digits of each byte: a look-up is several times faster than `toString(16)`. */
const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Writes a lane as digits, after mixing its bits once more, so that the last characters affect them as much as the first. */
function hexadecimal(lane: number): string {
  let state = Math.imul(lane ^ (lane >>> 16), 0x7feb352d)
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b)
  state ^= state >>> 16
  return `${digits[state >>> 24]}${digits[(state >>> 16) & 255]}${digits[(state >>> 8) & 255]}${digits[state & 255]}`
}
