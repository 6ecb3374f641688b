import type { CompleteBehaviour } from '../behaviour.ts'
import { entityRows } from './judges/entities.ts'
import { observableRows } from './judges/observable.ts'
import type { Row } from './judges/row.ts'
import { serviceRows } from './judges/service.ts'
import { writingRows } from './judges/writing.ts'

/** A row with its name: where that is a member of `Behaviour`, the mock server can do as the service does. */
export type BehaviourRow = Row & { readonly id: string }

/** What can be found out, and done alike: a row for each member of `Behaviour`. */
const reproducible: Readonly<Record<keyof CompleteBehaviour, Row>> = {
  ...serviceRows,
  ...entityRows,
  ...writingRows,
}

/**
 * The open points of the specification that responses can settle, each with its judge.
 *
 * @example
 * for (const { id, question } of behaviours) console.log(id, question)
 */
export const behaviours: readonly BehaviourRow[] = Object.entries({ ...reproducible, ...observableRows }).map(
  ([id, row]) => ({ id, ...row }),
)
