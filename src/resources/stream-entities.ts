import type { Entity } from '../model/entity.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import type { QuirkReport } from '../reading/quirk-log.ts'
import { describeUnreadable } from '../transport/create-error.ts'
import { ResponseValidationError } from '../transport/errors/ResponseValidationError.ts'
import type { WriteLog } from '../transport/log.ts'
import type { FetchOptions, RequestOptions } from '../transport/options/options.ts'
import type { Redaction } from '../transport/redact.ts'

/** The client method that streams the team's entities. */
export const streamMethod = {
  operation: 'listEntities',
  methodName: 'entities.stream',
} as const satisfies CalledMethod

/** An object that streams the team's entities, such as `client.entities`. */
export interface EntitySource {
  stream(options: RequestOptions): AsyncIterable<Entity>
  /** Writes to the client's logger. */
  readonly write?: WriteLog
  /** Removes the API key from the abort reason. Only the client's own sources have it. */
  readonly redact?: Redaction
  /** The method with which the messages of errors begin. Default: `entities.stream`. */
  readonly methodName?: CalledMethod['methodName']
}

/**
 * Streams the team's entities, and checks whether the list is complete.
 *
 * @throws IncompleteListError at the end if the list may be incomplete. In that case, an entity may exist even if the list does
 * not contain it.
 */
export function streamCompleteList(
  team: EntitySource,
  options: RequestOptions,
): AsyncGenerator<Entity, void, undefined> {
  return streamUnless(({ code }) => code === 'incomplete', team, options)
}

/**
 * Streams the team's entities, and checks that the list does not come from a cache.
 *
 * @throws IncompleteListError at the end if the list comes from a cache, because such a list may be older than the change that
 * the caller waits for.
 */
export function streamFreshList(
  team: EntitySource,
  options: RequestOptions,
): AsyncGenerator<Entity, void, undefined> {
  return streamUnless(({ isFromCache }) => isFromCache === true, team, options)
}

/** Removes the options that let `fetch` respond from a cache. */
export function withoutCache(options: FetchOptions | undefined): FetchOptions {
  return { ...options, cache: undefined, next: undefined }
}

async function* streamUnless(
  isDoubtful: (report: QuirkReport) => boolean,
  team: EntitySource,
  { onQuirk, fetchOptions, ...options }: RequestOptions,
): AsyncGenerator<Entity, void, undefined> {
  let doubt: QuirkReport | undefined
  const noteDoubt = (report: QuirkReport) => {
    if (isDoubtful(report)) doubt ??= report
    return onQuirk?.(report)
  }
  yield* team.stream({ ...options, fetchOptions: withoutCache(fetchOptions), onQuirk: noteDoubt })
  if (doubt !== undefined) throw new IncompleteListError(doubt, team.methodName)
}

/** Thrown if the list may be incomplete. A retry would probably return the same list. */
export class IncompleteListError extends ResponseValidationError {
  constructor(
    { operation, path, found, isFromCache, advice }: QuirkReport,
    methodName: string = streamMethod.methodName,
  ) {
    // A report with an empty path is about the HTTP status.
    const status = path.length === 0 ? Number(found) : 200
    const sign = isFromCache
      ? 'shows that a cache had stored the list'
      : 'may mean that the list is not whole'
    const issues = [{ path, message: `(${found}) ${sign}${advice ? `: ${advice}` : ''}` }]
    const details = { operation, outcome: 'done', status, raw: null, issues, headers: new Headers() } as const
    super(describeUnreadable(methodName, status, issues), details)
  }
}
