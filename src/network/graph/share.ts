/** A part of a whole as a fraction, 0.25 for a quarter: the true value lies within, whatever the unknown shares turn out to be. */
export interface Share {
  /** The least that it can be, from 0 to 1. */
  readonly min: number
  /** The most that it can be, from 0 to 1. */
  readonly max: number
}

/**
 * Shares are added as whole numbers, parts of a trillion, so that the order does not count, and three sixths are a half.
 * Thresholds are compared in parts of a billion, which is finer than any register.
 */
export const partsPerWhole = 1_000_000_000_000

/** Less than this is rounding: shares that leave no more add up to the whole. */
export const roundingParts = 1000

export const zeroShare: Share = { min: 0, max: 0 }

export function toShare(share: number): Share {
  return { min: share, max: share }
}

/** A fraction in parts of a trillion. */
export function toParts(fraction: number): number {
  return Math.round(fraction * partsPerWhole)
}

export function toBillionths(partsHeld: number): number {
  return Math.round(partsHeld / 1000)
}

export function isAtLeastHalf(partsHeld: number): boolean {
  return toBillionths(partsHeld) >= toBillionths(partsPerWhole / 2)
}

/** More than half, be it by one share. */
export function isMajority(partsHeld: number): boolean {
  return toBillionths(partsHeld) > toBillionths(partsPerWhole / 2)
}

/** A register may round: so near a threshold of "more than", nothing is certain. */
const registerMargin = partsPerWhole / 1_000_000

/** Whether so much is more than a threshold: certainly (`min`), or possibly (`max`). */
export function moreThan(threshold: number, bound: 'min' | 'max'): (partsHeld: number) => boolean {
  return bound === 'min'
    ? partsHeld => partsHeld > threshold + registerMargin
    : partsHeld => partsHeld >= threshold - registerMargin
}

/** `25 %`, `0 % to 40 %`, `more than 50 %`. */
export function formatShare({ min, max }: Share): string {
  const isOpen = min > 0.5 && min < 0.5 + 1e-8 && max > min
  if (isOpen && max === 1) return 'more than 50 %'
  const [least, most] = [isOpen ? 'more than 50 %' : formatPercent(min), formatPercent(max)]
  return least === most ? least : `${least} to ${most}`
}

/** With four decimals; with nine where fewer would make a whole number of it, which may be a threshold. */
function formatPercent(fraction: number): string {
  const [rounded, exact] = [4, 9].map(digits => (fraction * 100).toFixed(digits).replace(/\.?0+$/, ''))
  return `${rounded?.includes('.') ? rounded : exact} %`
}

/** Without the noise of floating point: 0.16, not 0.16000000000000003. */
export function roundShare({ min, max }: Share): Share {
  return { min: toParts(min) / partsPerWhole, max: toParts(max) / partsPerWhole }
}
