import { getUniverse } from '../../mock-server/screening/universe/index.ts'

const { parties: universeParties } = getUniverse()

const words = universeParties.flatMap(({ name }) => name.split(/[\s-]+/)).filter(word => word.length > 4)

/** Writes a name of twenty words, each a word of the universe with a letter inserted: hard to screen. */
export function createHostileName(number: number): string {
  return Array.from({ length: 20 }, (_, index) => {
    const word = words[(number * 7 + index * 131) % words.length] ?? ''
    const place = 2 + ((number + index) % (word.length - 2))
    return `${word.slice(0, place)}x${word.slice(place + 1)}`
  }).join(' ')
}
