/** How many times more often than usual a long run repeats each property; undefined in `npm test`. */
const factor = process.env.FUZZ === undefined ? undefined : Number(process.env.FUZZ)

/** Is this a long run, `npm run nightly`? */
export const isLongRun = factor !== undefined && factor > 1

/** How often a property is repeated: at most 20 times in `npm test`, as often as usual in `npm run test:rest` (`FUZZ=1`). */
export function repetitions(usual: number): number {
  return factor === undefined ? Math.min(usual, 20) : usual * factor
}
