/** Three lanes of 32 bits: two different texts of a million share them about once in 10^17 runs. */
const lanes = 3

/** Counts kept for texts, without the texts: 20 to 30 bytes each, so that a file of a million rows fits. */
export interface Fingerprints {
  /** 0 where the text was never set. */
  get(text: string, column?: number): number
  set(text: string, value: number, column?: number): void
  /** @returns the sum. */
  add(text: string, by: number, column?: number): number
  /** Gives each text that there is the same count. */
  fill(column: number, value: number): void
  copy(from: number, to: number): void
  /** Calls with what tells the counts of a text, once for each text. */
  each(visit: (value: (column: number) => number) => void): void
}

/** @param columns how many counts each text has. */
export function createFingerprints(columns = 1): Fingerprints {
  // Seeded anew each time: nobody can write a file whose rows are taken for each other.
  const seeds = crypto.getRandomValues(new Uint32Array(lanes))
  const wanted = new Uint32Array(lanes)
  let capacity = 1024
  let size = 0
  let keys = new Uint32Array(capacity * lanes)
  let values = new Uint32Array(capacity * columns)
  return {
    get: (text, column = 0) => values[slotOf(text) * columns + column] ?? 0,
    set(text, value, column = 0) {
      const slot = takeSlot(text)
      values[slot * columns + column] = value
    },
    add(text, by, column = 0) {
      const at = takeSlot(text) * columns + column
      const sum = (values[at] ?? 0) + by
      values[at] = sum
      return sum
    },
    fill(column, value) {
      for (let at = column; at < values.length; at += columns) values[at] = value
    },
    copy(from, to) {
      for (let at = 0; at < values.length; at += columns) values[at + to] = values[at + from] ?? 0
    },
    each(visit) {
      let slot = 0
      const value = (column: number) => values[slot * columns + column] ?? 0
      for (; slot < capacity; slot += 1) if (!isFree(slot)) visit(value)
    },
  }

  function takeSlot(text: string): number {
    let slot = slotOf(text)
    if (!isFree(slot)) return slot
    if (size >= capacity * 0.75) {
      grow()
      slot = slotOf(text)
    }
    keys.set(wanted, slot * lanes)
    size += 1
    return slot
  }

  function slotOf(text: string): number {
    hashInto(wanted, text, seeds)
    return findSlot()
  }

  /** Where the wanted lanes stand, or would. */
  function findSlot(): number {
    let slot = Math.floor(((wanted[0] ?? 0) / 2 ** 32) * capacity)
    while (!isFree(slot) && !isWanted(slot)) slot = slot + 1 === capacity ? 0 : slot + 1
    return slot
  }

  function isFree(slot: number): boolean {
    return keys[slot * lanes] === 0
  }

  function isWanted(slot: number): boolean {
    const at = slot * lanes
    return keys[at] === wanted[0] && keys[at + 1] === wanted[1] && keys[at + 2] === wanted[2]
  }

  function grow(): void {
    const [oldKeys, oldValues, oldCapacity] = [keys, values, capacity]
    // Not by two: of a large table less than half would be in use.
    capacity = Math.ceil(capacity * 1.5)
    keys = new Uint32Array(capacity * lanes)
    values = new Uint32Array(capacity * columns)
    for (let old = 0; old < oldCapacity; old += 1) {
      if (oldKeys[old * lanes] === 0) continue
      for (let lane = 0; lane < lanes; lane += 1) wanted[lane] = oldKeys[old * lanes + lane] ?? 0
      const slot = findSlot()
      keys.set(wanted, slot * lanes)
      for (let column = 0; column < columns; column += 1) {
        values[slot * columns + column] = oldValues[old * columns + column] ?? 0
      }
    }
  }
}

const fixedSeeds = new Uint32Array([1, 2, 3])

/** 32 bits that are the same for the same text wherever they are computed. */
export function checksum(text: string): number {
  const sum = new Uint32Array(lanes)
  hashInto(sum, text, fixedSeeds)
  return sum[0] ?? 0
}

const multipliers = [0xcc9e2d51, 0x85ebca6b, 0x9e3779b1]

/** MurmurHash3's mixing, once a lane, over UTF-16 units; the first lane is never 0, which marks a free slot. */
function hashInto(target: Uint32Array, text: string, seeds: Uint32Array): void {
  for (let lane = 0; lane < lanes; lane += 1) {
    const multiplier = multipliers[lane] ?? 1
    let hash = seeds[lane] ?? 0
    for (let at = 0; at < text.length; at += 1) {
      const unit = Math.imul(text.charCodeAt(at) + 1, multiplier)
      hash ^= Math.imul((unit << 15) | (unit >>> 17), 0x1b873593)
      hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
    }
    hash = Math.imul(hash ^ (hash >>> 16) ^ text.length, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    target[lane] = (hash ^ (hash >>> 16)) >>> 0
  }
  if (target[0] === 0) target[0] = 1
}
