import type { ListSpec, OperationSpec } from '../operations/operation-spec.ts'
import { isString } from '../shared/json.ts'
import { type ApiPromise, ClientCall, type PendingResponse, type WithResponse } from './api-promise.ts'
import { readText, sendWithRetries } from './attempts/send.ts'
import { type Caller, captureCaller, nameCaller } from './caller.ts'
import type { Context } from './context.ts'
import { readRequestId } from './create-error.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import { createLog, type WriteLog } from './log.ts'
import { createNotify, type Notify } from './notify.ts'
import { copyOptions } from './options/copy.ts'
import type { RequestOptions } from './options/options.ts'
import type { ClientSettings } from './options/resolve.ts'
import { createRedaction, type Redaction } from './redact.ts'
import { assertRequestOptions, type CallInput, prepareRequest } from './request/prepare.ts'
import { decodeResponse } from './response/decode.ts'
import { streamItems } from './response/stream-items.ts'

/** Runs the operations of a client. */
export interface Transport {
  /** Calls an operation. Writes the body and copies the options before it returns. */
  call<Input, Data>(
    spec: OperationSpec<Input, Data>,
    callInput?: CallInput<Input>,
    options?: RequestOptions,
  ): ApiPromise<Data>
  /** Removes the key from strings and errors. */
  readonly redact: Redaction
  /** Writes to the client's logger. */
  readonly write: WriteLog
  /** Calls an observer of the application, without awaiting it. */
  readonly notify: Notify
  /**
   * Reads the items of a list as they arrive. Each loop over the returned iterable sends a new request.
   *
   * @param caller - Null if the stream is a part of another method, whose error names the caller.
   */
  stream<Item>(spec: ListSpec<Item>, options?: RequestOptions, caller?: Caller | null): AsyncIterable<Item>
}

/** Creates the transport of a client. Only the transport has access to the key. */
export function createTransport(settings: ClientSettings): Transport {
  const redact = createRedaction(isString(settings.apiKey) ? settings.apiKey : undefined)
  const write = createLog(settings, redact)
  const notify = createNotify(write)
  const client = { settings, redact, write, notify }
  const call: Transport['call'] = (spec, callInput = {}, options = {}) => {
    const context = begin(spec, client, captureCaller(call))
    const pending = start(context, spec, callInput, options)
    return new ClientCall(pending, context.progress, createCallEnd(context))
  }
  const stream: Transport['stream'] = (spec, options = {}, caller = captureCaller(stream)) => {
    const copiedOptions = copyOptions(options)
    return {
      [Symbol.asyncIterator]: () => readStream(spec, copiedOptions, () => begin(spec, client, caller)),
    }
  }
  return { redact, write, notify, call, stream }
}

/** The number of calls so far in this process. */
let calls = 0

/** Begins a call. */
function begin(
  {
    operation,
    methodName,
    contract,
  }: Pick<OperationSpec<never, never>, 'operation' | 'methodName' | 'contract'>,
  client: Pick<Context, 'settings' | 'redact' | 'write' | 'notify'>,
  caller: Caller | null,
): Context {
  calls += 1
  const startedAt = performance.now()
  return {
    ...client,
    operation,
    methodName,
    contract,
    caller,
    startedAt,
    options: {},
    deadline: startedAt + (client.settings.totalTimeout || Number.POSITIVE_INFINITY),
    progress: {
      call: calls,
      attempts: 0,
      outcome: 'not_done',
      outcomeBefore: 'not_done',
      status: null,
      headers: null,
      isBodyWanted: true,
    },
  }
}

/** Sends the request of a stream, and reads its items. */
async function* readStream<Item>(
  spec: ListSpec<Item>,
  copiedOptions: RequestOptions,
  beginCall: () => Context,
): AsyncGenerator<Item, void, undefined> {
  const context = beginCall()
  const endCall = createCallEnd(context)
  let failure: unknown = null
  try {
    context.options = assertRequestOptions(spec, copiedOptions)
    context.progress.isBodyWanted = false
    const { paths, body, log } = prepareRequest(spec, {}, context.settings)
    const { response } = await sendWithRetries(context, paths, body)
    yield* streamItems(context, response, spec, log)
  } catch (error) {
    failure = error
    throw error
  } finally {
    endCall(failure)
  }
}

/**
 * Copies the options and writes the body of the request before it returns, and sends the request. The returned `read` reads the body
 * of the response.
 */
async function start<Input, Data>(
  context: Context,
  spec: OperationSpec<Input, Data>,
  callInput: CallInput<Input>,
  options: RequestOptions,
): Promise<PendingResponse<WithResponse<Data>>> {
  context.options = assertRequestOptions(spec, copyOptions(options))
  const { id, paths, body, log } = prepareRequest(spec, callInput, context.settings)
  const answered = await sendWithRetries(context, paths, body)
  return {
    response: answered.response,
    async read() {
      return decodeResponse(context, await readText(answered), spec, { log, id })
    },
  }
}

/** Creates the function that ends a call: its error names the caller, and the hook `afterCall` is called once. */
function createCallEnd(context: Context): (error: unknown) => void {
  const { operation, caller, settings, progress, startedAt, redact, notify } = context
  let isEnded = false
  return error => {
    if (error !== null) nameCaller(error, caller)
    if (isEnded || settings.hooks?.afterCall === undefined) return
    isEnded = true
    const { call, attempts } = progress
    const { outcome } = EntityScreeningError.is(error) ? error : progress
    const requestId = readRequestId(progress.headers, redact)
    const duration = performance.now() - startedAt
    notify('afterCall', settings.hooks.afterCall, {
      operation,
      call,
      attempts,
      outcome,
      requestId,
      error,
      duration,
    })
  }
}
