/** Texts whose first lane begins alike. They grow on their own, so that no moment needs room for all of them twice. */
interface Segment {
  /** Two lanes a text; the first is never 0, which marks a free place. */
  keys: Uint32Array
  /** Those that are used. */
  columns: (Uint32Array | undefined)[]
  size: number
}

/** As many as a byte can distinguish. */
const segmentCount = 256

/**
 * Counts kept for texts, without the texts: 16 to 30 bytes each. Of two lanes of 32 bits: two different texts of a million share
 * them about once in 10^7 runs.
 */
export function createFingerprints() {
  // Seeded afresh each time: no one can write a file whose rows are taken for each other.
  const [seed = 0, otherSeed = 0] = crypto.getRandomValues(new Uint32Array(2))
  const segments = Array.from(
    { length: segmentCount },
    (): Segment => ({ keys: new Uint32Array(16), columns: [], size: 0 }),
  )
  const lanes = new Uint32Array(2)
  // What was looked for last: one text is mostly asked for several times.
  let text = ''
  let { segment, place } = find(text)

  return {
    /** 0 where the text was never set. */
    get(given: string, column = 0): number {
      look(given)
      return isFree(segment, place) ? 0 : (segment.columns[column]?.[place] ?? 0)
    },
    set(given: string, value: number, column = 0): void {
      take(given)
      columnOf(column)[place] = value
    },
    /** @returns the sum. */
    add(given: string, by: number, column = 0): number {
      take(given)
      const counts = columnOf(column)
      const sum = (counts[place] ?? 0) + by
      counts[place] = sum
      return sum
    },
    /** Makes every count of a column 0. */
    clear(column: number): void {
      for (const { columns } of segments) columns[column] = undefined
    },
    copy(from: number, to: number): void {
      for (const { columns } of segments) columns[to] = columns[from]?.slice()
    },
    /** Calls with the counts of a text, once for each text. */
    each(visit: (value: (column: number) => number) => void): void {
      for (const { keys, columns } of segments) {
        let at = 0
        const value = (column: number) => columns[column]?.[at] ?? 0
        for (; 2 * at < keys.length; at += 1) if (keys[2 * at] !== 0) visit(value)
      }
    },
  }

  function look(given: string): void {
    if (given === text) return
    text = given
    ;({ segment, place } = find(given))
  }

  function take(given: string): void {
    look(given)
    if (!isFree(segment, place)) return
    if (segment.size >= segment.keys.length * 0.4) {
      grow(segment)
      place = find(given).place
    }
    hashInto(lanes, given, seed, otherSeed)
    segment.keys.set(lanes, 2 * place)
    segment.size += 1
  }

  function columnOf(column: number): Uint32Array {
    const counts = segment.columns[column] ?? new Uint32Array(segment.keys.length / 2)
    segment.columns[column] = counts
    return counts
  }

  function find(given: string): { segment: Segment; place: number } {
    hashInto(lanes, given, seed, otherSeed)
    const [one = 0, other = 0] = lanes
    const found = segments[one >>> 24] ?? { keys: lanes, columns: [], size: 0 }
    return { segment: found, place: placeOf(found.keys, one, other) }
  }
}

function isFree({ keys }: Segment, place: number): boolean {
  return keys[2 * place] === 0
}

/** Where the lanes stand, or would. */
function placeOf(keys: Uint32Array, one: number, other: number): number {
  const capacity = keys.length / 2
  let place = Math.floor((other / 2 ** 32) * capacity)
  while (keys[2 * place] !== 0 && (keys[2 * place] !== one || keys[2 * place + 1] !== other))
    place = place + 1 === capacity ? 0 : place + 1
  return place
}

function grow(segment: Segment): void {
  const { keys, columns } = segment
  // Not by two: of a large table less than half would be in use.
  const capacity = Math.ceil((keys.length / 2) * 1.4)
  segment.keys = new Uint32Array(2 * capacity)
  segment.columns = columns.map(counts => counts && new Uint32Array(capacity))
  for (let old = 0; 2 * old < keys.length; old += 1) {
    const [one = 0, other = 0] = [keys[2 * old], keys[2 * old + 1]]
    if (one === 0) continue
    const place = placeOf(segment.keys, one, other)
    segment.keys[2 * place] = one
    segment.keys[2 * place + 1] = other
    segment.columns.forEach((counts, at) => {
      if (counts !== undefined) counts[place] = columns[at]?.[old] ?? 0
    })
  }
}

const sum = new Uint32Array(2)

/** 32 bits that are the same for the same text wherever they are computed. */
export function checksum(text: string): number {
  hashInto(sum, text, 1, 2)
  return sum[0] ?? 0
}

/** MurmurHash3's mixing, once a lane, over UTF-16 units. */
function hashInto(target: Uint32Array, text: string, seed: number, otherSeed: number): void {
  let [one, other] = [seed, otherSeed]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at) + 1
    const unit = Math.imul(code, 0xcc9e2d51)
    one ^= Math.imul((unit << 15) | (unit >>> 17), 0x1b873593)
    one = (Math.imul((one << 13) | (one >>> 19), 5) + 0xe6546b64) | 0
    const otherUnit = Math.imul(code, 0x85ebca6b)
    other ^= Math.imul((otherUnit << 15) | (otherUnit >>> 17), 0x1b873593)
    other = (Math.imul((other << 13) | (other >>> 19), 5) + 0xe6546b64) | 0
  }
  target[0] = finish(one, text.length) || 1
  target[1] = finish(other, text.length)
}

function finish(hash: number, length: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16) ^ length, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
