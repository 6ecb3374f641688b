import { countryName } from '../../../src/shared/countries/names.ts'
import { drawNumber, drawStandIn, isReplaceable } from './draw-stand-in.ts'
import type { Guard } from './guard.ts'

/**
 * The values that replace the original values of a recording. The same original value has the same replacement in the whole
 * recording.
 */
export interface StandIns {
  readonly guard: Guard
  readonly byOriginal: Map<string, string>
  readonly used: Set<string>
}

export function createStandIns(guard: Guard): StandIns {
  return { guard, byOriginal: new Map(), used: new Set() }
}

/** Returns the replacement of a string, or the string itself if it needs no replacement. */
export function replaceText(standIns: StandIns, text: string): string {
  return getOrDraw(
    standIns,
    text,
    () => drawStandIn(text),
    candidate => standIns.guard.hasOriginal(candidate),
  )
}

export function replaceNumber(standIns: StandIns, number: number): number {
  const text = String(number)
  const standIn = getOrDraw(
    standIns,
    text,
    () => drawNumber(text),
    candidate => standIns.guard.hasOriginal(candidate),
  )
  return Number(standIn)
}

/**
 * Returns the replacement of a country code. A code is not used as a replacement if the name of its country occurs in the
 * original recording.
 */
export function replaceCountry(standIns: StandIns, code: string): string {
  return getOrDraw(
    standIns,
    code,
    () => drawStandIn(code),
    candidate => standIns.guard.hasOriginal(countryName(candidate)),
  )
}

/**
 * The maximum number of attempts to draw a replacement value. A drawn value is rejected if it occurs in the recording, or
 * already replaces another value.
 */
const maxDraws = 100

function getOrDraw(
  { byOriginal, used }: StandIns,
  original: string,
  draw: () => string,
  isOriginal: (candidate: string) => boolean,
): string {
  const existing = byOriginal.get(original)
  if (existing !== undefined) return existing
  if (!isReplaceable(original)) return original
  const isUnusable = (candidate: string) =>
    candidate === original || used.has(candidate) || isOriginal(candidate)
  let standIn = draw()
  for (let draws = 1; draws < maxDraws && isUnusable(standIn); draws += 1) standIn = draw()
  byOriginal.set(original, standIn)
  used.add(standIn)
  return standIn
}
