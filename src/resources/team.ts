import type { Entity } from '../model/entity.ts'
import type { QuirkReport } from '../reading/log.ts'
import { describeUnreadable } from '../transport/create-error.ts'
import { ResponseValidationError } from '../transport/errors/ResponseValidationError.ts'
import type { RequestOptions } from '../transport/options/options.ts'

/** What lists the team: `client.entities`. */
export interface Team {
  stream(options: RequestOptions): AsyncIterable<Entity>
}

/**
 * The team's entities while they arrive.
 *
 * @throws IncompleteListError at the end, if the list may be incomplete: what it lacks may still exist.
 */
export function wholeList(team: Team, options: RequestOptions): AsyncGenerator<Entity, void, undefined> {
  return listUnless(({ code }) => code === 'incomplete', team, options)
}

/**
 * The team's entities while they arrive.
 *
 * @throws IncompleteListError at the end, if a cache kept the list: it may be older than what the caller waits for.
 */
export function freshList(team: Team, options: RequestOptions): AsyncGenerator<Entity, void, undefined> {
  return listUnless(({ code, path }) => code === 'incomplete' && path[0] === 'age', team, options)
}

async function* listUnless(
  isDoubtful: (report: QuirkReport) => boolean,
  team: Team,
  { onQuirk, ...options }: RequestOptions,
): AsyncGenerator<Entity, void, undefined> {
  let doubt: QuirkReport | undefined
  const noteDoubt = (report: QuirkReport) => {
    if (isDoubtful(report)) doubt ??= report
    return onQuirk?.(report)
  }
  yield* team.stream({ ...options, onQuirk: noteDoubt })
  if (doubt !== undefined) throw new IncompleteListError(doubt)
}

/** Another attempt would meet it again. */
export class IncompleteListError extends ResponseValidationError {
  constructor({ operation, path, found, advice }: QuirkReport) {
    // What has no place in the body is the status.
    const status = path.length === 0 ? Number(found) : 200
    const issues = [
      { path, message: `(${found}) may mean that the list is not whole${advice ? `: ${advice}` : ''}` },
    ]
    const details = { operation, outcome: 'done', status, raw: null, issues, headers: new Headers() } as const
    super(describeUnreadable(operation, status, issues), details)
  }
}
