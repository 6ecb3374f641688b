/** Computes the MurmurHash3 of a string's UTF-16 code units: 32 bits, which are the same in every process. */
export function checksum(text: string, seed = 0): number {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) {
    const unit = Math.imul(text.charCodeAt(index), 0xcc9e2d51)
    hash ^= Math.imul((unit << 15) | (unit >>> 17), 0x1b873593)
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
  }
  hash = Math.imul(hash ^ (hash >>> 16) ^ text.length, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A hash of a text: 64 bits, in two signed halves. */
export interface Fingerprint {
  readonly first: number
  readonly second: number
}

/**
 * Creates a function that hashes a text. The seed is random, so that an attacker cannot construct two texts with the same
 * fingerprint.
 */
export function createFingerprint(): (text: string) => Fingerprint {
  const [seed = 0, otherSeed = 0] = crypto.getRandomValues(new Uint32Array(2))
  return text => ({ first: checksum(text, seed) | 0, second: checksum(text, otherSeed) | 0 })
}
