import { createValueIssues } from '../../contract/issues.ts'
import { copyInput } from '../../model/copy-input.ts'
import { type EntityReference, identify } from '../../model/entity-reference.ts'
import type { CalledMethod, OperationSpec } from '../../operations/operation-spec.ts'
import { createQuirkLog, type QuirkLog } from '../../reading/quirk-log.ts'
import { isString } from '../../shared/json.ts'
import { assertInput, guardInput, refuseIssues } from '../check-input.ts'
import { createInputError } from '../create-error.ts'
import { copyOptions } from '../options/copy.ts'
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
 * Copies, checks and encodes the input of a call. If the caller changes the original objects afterwards, the request stays the
 * same.
 *
 * @throws InputValidationError if the input is invalid or cannot be read.
 */
export function prepareRequest<Input, Data>(
  spec: OperationSpec<Input, Data>,
  callInput: CallInput<Input>,
  settings: ClientSettings,
): PreparedRequest {
  const { operation, contract, encode } = spec
  const log = createQuirkLog(operation, settings)
  return guardInput(spec, () => {
    const id = callInput.entity === undefined ? '' : identify(callInput.entity)
    const input = copyAndCheck(spec, callInput.input)
    const paths = [contract.path, ...(contract.otherPaths ?? [])].map(path =>
      fillPath(spec, path, id, callInput.entity),
    )
    const { searchCountryFormat } = settings
    const body = encode && JSON.stringify(encode(input, { log, searchCountryFormat }))
    return { id, paths, body, log }
  })
}

function copyAndCheck<Input, Data>(spec: OperationSpec<Input, Data>, input: Input | undefined): Input {
  const { input: schema, sibling } = spec
  // An operation without a schema has no input.
  if (schema === undefined) return input as Input
  const { copy = (original: Input) => copyInput(schema, original) } = spec
  // A JavaScript caller may omit the input. The schema then refuses undefined.
  return assertInput(spec, schema, copy(input as Input), sibling)
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

/**
 * Copies the options of a call immediately. Returns a function that validates and returns the copy, or throws
 * the error if copying failed.
 */
export function readRequestOptions(method: CalledMethod, options: RequestOptions = {}): () => RequestOptions {
  try {
    const copy = guardInput(method, () => copyOptions(options, requestRules))
    return () => {
      refuseIssues(method, findOptionIssues(requestRules, copy))
      return copy
    }
  } catch (error) {
    return () => {
      throw error
    }
  }
}
