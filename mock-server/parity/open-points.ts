import type { CompleteBehaviour } from '../behaviour.ts'
import { entityOpenPoints } from './judges/entities.ts'
import { observableOpenPoints } from './judges/observable.ts'
import type { OpenPointSpec } from './judges/open-point-spec.ts'
import { serviceOpenPoints } from './judges/service.ts'
import { writingOpenPoints } from './judges/writing.ts'

/** An open point with its name. If the name is a member of `Behaviour`, the mock server can behave like the service. */
export type OpenPoint = OpenPointSpec & { readonly id: string }

/** The open points that the mock server can reproduce: one for each member of `Behaviour`. */
const reproducible: Readonly<Record<keyof CompleteBehaviour, OpenPointSpec>> = {
  ...serviceOpenPoints,
  ...entityOpenPoints,
  ...writingOpenPoints,
}

/**
 * The points that the specification leaves open and that responses can settle, each with the function that derives the answer.
 *
 * @example
 * for (const { id, question } of openPoints) console.log(id, question)
 */
export const openPoints: readonly OpenPoint[] = Object.entries({
  ...reproducible,
  ...observableOpenPoints,
}).map(([id, spec]) => ({ id, ...spec }))
