/**
 * OpenTelemetry spans and a metric for the client's calls, which follow the stable semantic conventions for HTTP. Attributes
 * contain no API keys, names or entity identifiers.
 *
 * @module entity-screening-sdk/opentelemetry
 */

import {
  type Attributes,
  type Context,
  context,
  type Meter,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { isError } from '../shared/errors.ts'
import type { FailureContext, Hooks, ResponseContext } from '../transport/options/options.ts'

/**
 * The tracer and the meter to use.
 *
 * @example
 * const options: OpenTelemetryOptions = {}
 */
export interface OpenTelemetryOptions {
  /**
   * The tracer that creates the spans.
   *
   * @default the tracer of the global provider
   */
  tracer?: Tracer | undefined
  /**
   * The meter that creates the metric.
   *
   * @default the meter of the global provider
   */
  meter?: Meter | undefined
}

const library = 'entity-screening-sdk'

/** The bucket boundaries that the conventions recommend, in seconds. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/**
 * Creates hooks that report each call as a span, each attempt as an HTTP client span within it, and the
 * duration of attempts as the metric `http.client.request.duration`, in seconds. Requests carry the trace
 * context. The span of a call that is never awaited does not end.
 *
 * @example
 * const client = new EntityScreening({ apiKey, baseUrl, hooks: openTelemetryHooks() })
 */
export function openTelemetryHooks(options: OpenTelemetryOptions = {}): Hooks {
  const unknownOption = Object.keys(options).find(name => name !== 'tracer' && name !== 'meter')
  if (unknownOption !== undefined)
    throw new TypeError(`openTelemetryHooks: ${unknownOption} is no option: tracer and meter are`)
  const { tracer = trace.getTracer(library), meter = metrics.getMeter(library) } = options
  const durations = meter.createHistogram('http.client.request.duration', {
    unit: 's',
    description: 'Duration of HTTP client requests.',
    advice: { explicitBucketBoundaries: boundaries },
  })
  const calls = new Map<number, CallState>()
  const endAttempt = (
    attempt: ResponseContext | FailureContext,
    result: Attributes,
    requestId: string | null,
  ) => {
    const { method, url, duration } = attempt
    durations.record(duration / 1000, { ...describeRequest(method, url), ...result })
    endSpan(calls.get(attempt.call)?.attempt, result, requestId)
  }
  return {
    beforeRequest({ call, operation, attempt, method, url, headers }) {
      const callState = calls.get(call) ?? startCall(tracer, operation)
      calls.set(call, callState)
      const attributes = describeRequest(method, url)
      if (attempt > 1) attributes['http.request.resend_count'] = attempt - 1
      callState.attempt = tracer.startSpan(
        `${method} ${operation}`,
        { kind: SpanKind.CLIENT, attributes },
        callState.parentContext,
      )
      const attemptContext = trace.setSpan(callState.parentContext, callState.attempt)
      propagation.inject(attemptContext, headers, {
        set: (carrier, field, value) => carrier.set(field, value),
      })
    },
    afterResponse(response) {
      const { status, requestId } = response
      const failure = status >= 400 ? { 'error.type': String(status) } : {}
      endAttempt(response, { 'http.response.status_code': status, ...failure }, requestId)
    },
    afterFailure(failure) {
      endAttempt(failure, { 'error.type': errorType(failure.error) }, null)
    },
    afterCall({ call, error, requestId }) {
      endSpan(calls.get(call)?.span, error === null ? {} : { 'error.type': errorType(error) }, requestId)
      calls.delete(call)
    },
  }
}

/** The spans of a call. */
interface CallState {
  readonly span: Span
  readonly parentContext: Context
  attempt: Span | null
}

function startCall(tracer: Tracer, operation: string): CallState {
  const span = tracer.startSpan(operation)
  return { span, parentContext: trace.setSpan(context.active(), span), attempt: null }
}

/** Ends a span. The metric does not have the request id, which differs for each request. */
function endSpan(span: Span | null | undefined, result: Attributes, requestId: string | null): void {
  span?.setAttributes(result)
  if (requestId !== null) span?.setAttribute('entity_screening.request_id', requestId)
  if (result['error.type'] !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR })
  span?.end()
}

function describeRequest(method: string, url: string): Attributes {
  const { hostname, port, protocol } = new URL(url)
  const defaultPort = protocol === 'http:' ? 80 : 443
  return {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || defaultPort,
  }
}

function errorType(error: unknown): string {
  return isError(error) ? error.name : '_OTHER'
}
