import type { Entity } from '../model/entity.ts'
import type { QuirkReport } from '../reading/log.ts'
import { ResponseValidationError } from '../transport/errors/ResponseValidationError.ts'
import { describeUnreadable } from '../transport/make-error.ts'
import type { RequestOptions } from '../transport/options/options.ts'

/** What lists the team: `client.entities`. */
export interface Team {
  stream(options: RequestOptions): AsyncIterable<Entity>
}

/** The team's list, read as often as is needed, and whether it was whole. */
export interface TeamList {
  /** Reads the list from its start. */
  read(): AsyncIterable<Entity>
  /** Where what was read last says that there is more; undefined where it was the whole list. */
  missing(): QuirkReport | undefined
}

/** Reads a list and remembers whether it is complete: what an incomplete list lacks may still exist. */
export function watchList(team: Team, { onQuirk, ...options }: RequestOptions): TeamList {
  let missing: QuirkReport | undefined
  const tell = (report: QuirkReport) => {
    if (report.code === 'incomplete_list') missing ??= report
    onQuirk?.(report)
  }
  return {
    read() {
      missing = undefined
      return team.stream({ ...options, onQuirk: tell })
    },
    missing: () => missing,
  }
}

/**
 * The team's entities while they arrive.
 *
 * @throws IncompleteListError at the end, where the list says that it has more pages.
 */
export async function* wholeList(
  team: Team,
  options: RequestOptions,
): AsyncGenerator<Entity, void, undefined> {
  const list = watchList(team, options)
  yield* list.read()
  const missing = list.missing()
  if (missing !== undefined) throw new IncompleteListError(missing)
}

/** Another attempt would meet it again. */
export class IncompleteListError extends ResponseValidationError {
  constructor({ operation, path }: QuirkReport) {
    const issues = [{ path, message: 'must be absent: there are more entities than the list has' }]
    super(describeUnreadable(operation, 200, issues), { operation, status: 200, raw: null, issues })
  }
}
