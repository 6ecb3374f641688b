/**
 * Everything that looks random is a hash of what it belongs to: the same seed and calls give the same bytes, in any order of
 * unrelated calls. Four 32-bit lanes, each mixed with its own odd constant; not for secrets.
 */
const lanes = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const

/** 32 lowercase hexadecimal characters that depend on every part, and on where one part ends and the next begins. */
export function hash(...parts: readonly (string | number)[]): string {
  const text = parts.map(part => `${String(part).length}:${part}`).join('')
  return lanes.map((_, lane) => digest(text, lane).toString(16).padStart(8, '0')).join('')
}

/** A number from 0 up to, but not including, 1. */
export function fraction(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hash(...parts).slice(0, 8), 16) / 0x1_0000_0000
}

/** One of the choices. */
export function pick<Choice>(
  choices: readonly [Choice, ...Choice[]],
  ...parts: readonly (string | number)[]
): Choice {
  return choices[Math.floor(fraction(...parts) * choices.length)] ?? choices[0]
}

function digest(text: string, lane: number): number {
  const multiplier = lanes[lane] ?? lanes[0]
  let state = Math.imul(text.length + lane + 1, multiplier)
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), multiplier)
    state ^= state >>> (13 + lane)
  }
  state = Math.imul(state ^ (state >>> 16), 0x7feb352d)
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b)
  return (state ^ (state >>> 16)) >>> 0
}
