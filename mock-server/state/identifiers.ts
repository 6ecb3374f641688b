import { findStatedValue } from './stated-fields.ts'
import type { StoredEntity } from './stored-entity.ts'

/**
 * Computes a hash of the parts and of the boundaries between them: 32 lowercase hexadecimal characters. The hash is not
 * cryptographic. Every random value of the server is a hash of the data that it belongs to, so that unrelated calls do not
 * change the value.
 */
export function hash(...parts: readonly (string | number)[]): string {
  mixLanes(parts)
  return writeLanes(hashCodes)
}

/** Computes the first 24 characters of the hash, for identifiers. */
export function shortHash(...parts: readonly (string | number)[]): string {
  mixLanes(parts)
  return writeLanes(shortHashCodes)
}

/** The four lanes of a hash, 32 bits each. */
const lanes = new Int32Array(4)
/** The character codes of a hash. These lists are reused, because most requests compute hashes. */
const hashCodes: number[] = new Array(32).fill(0)
const shortHashCodes: number[] = new Array(24).fill(0)

/** Mixes each part, and its length before it, into the lanes. */
function mixLanes(parts: readonly (string | number)[]): void {
  // The texts are not joined, because the engine would have to copy a joined string before it can read its characters.
  const texts: string[] = []
  let length = 0
  for (const part of parts) {
    const text = String(part)
    const lead = `${text.length}:`
    texts.push(lead, text)
    length += lead.length + text.length
  }
  let first = Math.imul(length + 1, 0x9e3779b1)
  let second = Math.imul(length + 2, 0x85ebca77)
  let third = Math.imul(length + 3, 0xc2b2ae3d)
  let fourth = Math.imul(length + 4, 0x27d4eb2f)
  // One loop mixes all four lanes, because the creation of an entity spends most of its time here.
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) {
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
  }
  lanes[0] = first
  lanes[1] = second
  lanes[2] = third
  lanes[3] = fourth
}

/** Returns the `platformId` of an entity: the one that the entity was loaded with, or else a computed one. */
export function platformIdOf(entity: Pick<StoredEntity, 'id' | 'statedFields'>): string {
  // Most entities were created, and not loaded.
  const platformId = entity.statedFields && findStatedValue(entity, 'platformId')
  return typeof platformId === 'string' ? platformId : hash('platform', entity.id)
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

/** The character codes of the hexadecimal digits. */
const digitCodes = Uint8Array.from('0123456789abcdef', digit => digit.charCodeAt(0))

/**
 * Writes as many lanes as the list has room for, eight hexadecimal digits each. First mixes the bits of a lane once more, so that
 * the last characters affect the digits as much as the first characters do.
 */
function writeLanes(codes: number[]): string {
  for (let index = 0; index < codes.length; index += 8) {
    const lane = lanes[index >>> 3] ?? 0
    let state = Math.imul(lane ^ (lane >>> 16), 0x7feb352d)
    state = Math.imul(state ^ (state >>> 15), 0x846ca68b)
    state ^= state >>> 16
    for (let digit = 7; digit >= 0; digit -= 1) {
      codes[index + digit] = digitCodes[state & 15] ?? 0
      state >>>= 4
    }
  }
  // One string of all digits: joined or cut strings take more memory, and are slower keys of a map.
  return String.fromCharCode(...codes)
}
