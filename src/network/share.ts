/** The share that a party holds in a company, as a fraction: 0.25 is a quarter. The true value lies between `min` and `max`. */
export interface Share {
  /** Minimum, from 0 to 1. */
  readonly min: number
  /** Maximum, from 0 to 1. */
  readonly max: number
}

/**
 * The number of parts into which a company is divided. Shares are added as whole trillionths, so that the
 * order of addition has no effect and three sixths are exactly one half. Thresholds are compared in
 * billionths, which is more precise than any company register.
 */
export const partsPerWhole = 1_000_000_000_000

/** The maximum remainder that is treated as a rounding error, in parts of a trillion. */
export const roundingParts = 1000

export const zeroShare: Share = { min: 0, max: 0 }

export function toShare(share: number): Share {
  return { min: share, max: share }
}

/** Converts a fraction to parts of a trillion. */
export function toParts(fraction: number): number {
  return Math.round(fraction * partsPerWhole)
}

export function toBillionths(partsHeld: number): number {
  return Math.round(partsHeld / 1000)
}

export function isAtLeastHalf(partsHeld: number): boolean {
  return toBillionths(partsHeld) >= toBillionths(partsPerWhole / 2)
}

/** Whether a holding is more than one half. */
export function isMajority(partsHeld: number): boolean {
  return toBillionths(partsHeld) > toBillionths(partsPerWhole / 2)
}

/**
 * A share whose distance to a "more than" threshold is smaller than this margin may or may not exceed it,
 * because company registers round their numbers.
 */
const registerMargin = partsPerWhole / 1_000_000

/** Creates a function that tests whether a holding exceeds a threshold: certainly (`min`) or possibly (`max`). */
export function moreThan(threshold: number, bound: 'min' | 'max'): (partsHeld: number) => boolean {
  return bound === 'min'
    ? partsHeld => partsHeld > threshold + registerMargin
    : partsHeld => partsHeld >= threshold - registerMargin
}

/**
 * Formats a share, for example as `25 %`, `0 % to 40 %` or `more than 50 %`.
 *
 * @param digits the maximum number of decimals.
 */
export function formatShare({ min, max }: Share, digits = 4): string {
  const isOpen = min > 0.5 && min < 0.5 + 1e-8 && max > min
  if (isOpen && max === 1) return 'more than 50 %'
  const [least, most] = [isOpen ? 'more than 50 %' : formatPercent(min, digits), formatPercent(max, digits)]
  return least === most ? least : `${least} to ${most}`
}

/** Formats a percentage. Uses nine decimals if fewer would round it to a whole number, because that number may be a threshold. */
function formatPercent(fraction: number, maxDigits: number): string {
  const [rounded, exact] = [maxDigits, 9].map(digits =>
    (fraction * 100).toFixed(digits).replace(/\.?0+$/, ''),
  )
  return `${rounded?.includes('.') ? rounded : exact} %`
}

/** Removes floating-point noise from a share: 0.16000000000000003 becomes 0.16. */
export function roundShare({ min, max }: Share): Share {
  return { min: toParts(min) / partsPerWhole, max: toParts(max) / partsPerWhole }
}
