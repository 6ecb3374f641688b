import * as z from 'zod/mini'
import { text } from '../../src/contract/text.ts'

/** The schema of an identifier that a path can contain: a URL drops the segments `.` and `..`, even if they are percent-encoded. */
export const entityId = text.check(
  z.refine(id => !id.isWellFormed() || isPathSegment(encodeURIComponent(id)), {
    error: 'must be an id that a path can hold: no address has it as a segment',
  }),
)

function isPathSegment(segment: string): boolean {
  return new URL(`http://localhost/${segment}/network`).pathname === `/${segment}/network`
}
