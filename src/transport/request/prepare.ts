import { createValueIssues } from '../../contract/issues.ts'
import { type EntityReference, identify } from '../../model/entity-reference.ts'
import type { CalledMethod, OperationSpec } from '../../operations/operation-spec.ts'
import { QuirkLog } from '../../reading/quirk-log.ts'
import { isString } from '../../shared/json.ts'
import { assertInput, refuseIssues } from '../check-input.ts'
import { createInputError } from '../create-error.ts'
import type { RequestOptions } from '../options/options.ts'
import { type ClientSettings, requestRules } from '../options/resolve.ts'
import { findOptionIssues } from '../options/rules.ts'

/** The arguments of a call, without its options. */
export interface CallInput<Input> {
  /** The entity whose identifier is part of the path. */
  readonly entity?: EntityReference
  readonly input?: Input
}

/** The request of a call. `paths` are tried in order: after a 404, the next path is tried. `body` is JSON. */
export interface PreparedRequest {
  readonly id: string
  readonly paths: readonly string[]
  readonly body: string | undefined
  readonly log: QuirkLog
}

/**
 * Checks and encodes the input of a call. If the caller changes the input afterwards, the request stays the same.
 *
 * @throws InputValidationError if the input is invalid.
 */
export function prepareRequest<Input, Data>(
  spec: OperationSpec<Input, Data>,
  { entity, input }: CallInput<Input>,
  settings: ClientSettings,
): PreparedRequest {
  const { operation, contract, encode, sibling } = spec
  const { searchCountryFormat } = settings
  const log = new QuirkLog(operation, settings)
  const id = entity === undefined ? '' : identify(entity)
  if (spec.input !== undefined) assertInput(spec, spec.input, input, sibling)
  const paths = [contract.path, ...(contract.otherPaths ?? [])].map(path => fillPath(spec, path, id, entity))
  // The schema has refused an input of another type. An operation without a schema has no input.
  const body = encode && JSON.stringify(encode(input as Input, { log, searchCountryFormat }))
  return { id, paths, body, log }
}

/** Replaces `{id}` in a path with the encoded identifier. Refuses identifiers that would lead to another path. */
function fillPath(method: CalledMethod, path: string, id: unknown, reference: unknown): string {
  return path.replace('{id}', () => {
    if (isString(id) && !/^\.{0,2}$/.test(id) && id.isWellFormed()) return encodeURIComponent(id)
    const requirement =
      'must be an entity or its identifier: a text of well-formed Unicode, not empty, "." or ".."'
    throw createInputError(method, createValueIssues(['id'], reference, requirement))
  })
}

/** Validates the copied options of a call. @throws InputValidationError naming each option that is wrong. */
export function assertRequestOptions(method: CalledMethod, options: RequestOptions): RequestOptions {
  refuseIssues(method, findOptionIssues(requestRules, options))
  return options
}
