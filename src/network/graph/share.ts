/** A part of a company as a fraction, 0.25 for a quarter. The true value lies within the interval. */
export interface Share {
  /** Minimum, from 0 to 1. */
  readonly min: number
  /** Maximum, from 0 to 1. */
  readonly max: number
}

/**
 * Shares are added as integers, in parts of a trillion, so that the order of addition has no effect and three sixths are exactly one half.
 * Thresholds are compared in parts of a billion, which is more precise than any register.
 */
export const partsPerWhole = 1_000_000_000_000

/** The maximum remainder that counts as a rounding error, in parts of a trillion. */
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

/** The distance from a "more than" threshold within which a result is not certain, because registers round their numbers. */
const registerMargin = partsPerWhole / 1_000_000

/** Creates a test for more than a threshold: certainly (`min`) or possibly (`max`). */
export function moreThan(threshold: number, bound: 'min' | 'max'): (partsHeld: number) => boolean {
  return bound === 'min'
    ? partsHeld => partsHeld > threshold + registerMargin
    : partsHeld => partsHeld >= threshold - registerMargin
}

/** Formats as `25 %`, `0 % to 40 %` or `more than 50 %`. */
export function formatShare({ min, max }: Share): string {
  const isOpen = min > 0.5 && min < 0.5 + 1e-8 && max > min
  if (isOpen && max === 1) return 'more than 50 %'
  const [least, most] = [isOpen ? 'more than 50 %' : formatPercent(min), formatPercent(max)]
  return least === most ? least : `${least} to ${most}`
}

/** Formats with four decimals, or with nine if four would round to a whole number, which may be a threshold. */
function formatPercent(fraction: number): string {
  const [rounded, exact] = [4, 9].map(digits => (fraction * 100).toFixed(digits).replace(/\.?0+$/, ''))
  return `${rounded?.includes('.') ? rounded : exact} %`
}

/** Removes floating-point noise: 0.16, not 0.16000000000000003. */
export function roundShare({ min, max }: Share): Share {
  return { min: toParts(min) / partsPerWhole, max: toParts(max) / partsPerWhole }
}
