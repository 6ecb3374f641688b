/** 32 bits that are the same for the same text, wherever and whenever they are computed: MurmurHash3 over UTF-16 units. */
export function checksum(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = Math.imul(text.charCodeAt(at), 0xcc9e2d51)
    hash ^= Math.imul((unit << 15) | (unit >>> 17), 0x1b873593)
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
  }
  hash = Math.imul(hash ^ (hash >>> 16) ^ text.length, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
