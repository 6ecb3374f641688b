import type { StoredEntity } from './teams.ts'

/**
 * Computes a hash of the parts and of the boundaries between them: 32 lowercase hexadecimal characters. The hash is not
 * cryptographic. Every random value of the server is a hash of the data that it belongs to, so that unrelated calls do not
 * change the value.
 */
export function hash(...parts: readonly (string | number)[]): string {
  let text = ''
  for (const part of parts) text += `${String(part).length}:${part}`
  const { length } = text
  let first = Math.imul(length + 1, 0x9e3779b1)
  let second = Math.imul(length + 2, 0x85ebca77)
  let third = Math.imul(length + 3, 0xc2b2ae3d)
  let fourth = Math.imul(length + 4, 0x27d4eb2f)
  // One loop computes all four lanes (32 bits of the hash each), because the creation of an entity spends most of its time
  // here.
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

/** Returns the `platformId` of an entity: the one that the entity was loaded with, or else a computed one. */
export function platformIdOf({ id, statedFields }: Pick<StoredEntity, 'id' | 'statedFields'>): string {
  const { platformId } = statedFields ?? {}
  return typeof platformId === 'string' ? platformId : hash('platform', id)
}

/** Computes a number from a hash of the parts: at least 0, and less than 1. */
export function fraction(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hash(...parts).slice(0, 8), 16) / 0x1_0000_0000
}

/** Picks a choice by a hash of the parts. */
export function pick<Choice>(choices: readonly Choice[], ...parts: readonly (string | number)[]): Choice {
  return pickAt(choices, fraction(...parts) * choices.length)
}

/** Returns the choice at a position. Positions after the last choice start again at the first choice. */
export function pickAt<Choice>(choices: readonly Choice[], number: number): Choice {
  const choice = choices[Math.floor(number) % choices.length]
  if (choice === undefined) throw new RangeError('there must be something to choose from')
  return choice
}

/** The two hexadecimal digits of each byte. Looking them up is several times faster than `toString(16)`. */
const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * Writes a lane as hexadecimal digits. First mixes the bits once more, so that the last characters affect the digits as much as
 * the first characters do.
 */
function hexadecimal(lane: number): string {
  let state = Math.imul(lane ^ (lane >>> 16), 0x7feb352d)
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b)
  state ^= state >>> 16
  return `${digits[state >>> 24]}${digits[(state >>> 16) & 255]}${digits[(state >>> 8) & 255]}${digits[state & 255]}`
}
