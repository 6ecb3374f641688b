import * as z from 'zod/mini'
import { text } from '../contract/text.ts'
import { hasControls } from '../shared/text/invisible.ts'

/** What is said where a text holds one of them. */
export const mustBeOneLine = 'must not hold a line break or another control character'

export const isOneLine = z.refine<string>(value => !hasControls(value), { error: mustBeOneLine })

/**
 * A text that callers give. A line break in it is a mistake of a form or a file; that the service refuses it is not shown, so
 * this is no part of the contract.
 */
export const oneLine = text.check(isOneLine)

/** What {@link oneLine} takes. */
export function isLine(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.isWellFormed() && !hasControls(value)
}
