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
