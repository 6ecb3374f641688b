import type { Entity } from '../model/entity.ts'
import type { QuirkReport } from '../quirks/log.ts'
import { ResponseValidationError } from '../transport/errors/ResponseValidationError.ts'
import type { RequestOptions } from '../transport/options.ts'

/** What lists the team: `client.entities`. */
export interface Team {
  stream(options: RequestOptions): AsyncIterable<Entity>
}

/**
 * The team's entities while they arrive, and at the end whether there are more: what is not in a list that is not whole may
 * be there all the same.
 *
 * @throws ResponseValidationError at the end, where the list says that it has more pages.
 */
export async function* wholeList(
  team: Team,
  { onQuirk, ...options }: RequestOptions,
): AsyncGenerator<Entity, void, undefined> {
  let missing: QuirkReport | undefined
  const tell = (report: QuirkReport) => {
    if (report.code === 'incomplete_list') missing ??= report
    onQuirk?.(report)
  }
  yield* team.stream({ ...options, onQuirk: tell })
  if (missing !== undefined) throw new IncompleteListError(missing)
}

/** Another try would meet it again. */
export class IncompleteListError extends ResponseValidationError {
  constructor({ operation, path }: QuirkReport) {
    super(operation, 200, null, [
      { path, message: 'must be absent: there are more entities than the list has' },
    ])
  }
}
