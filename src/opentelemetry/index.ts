/**
 * Spans and a metric of OpenTelemetry for the calls of the client, by the stable conventions for HTTP. No attribute has a key, a
 * name or an identifier.
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
 * Where spans and the metric go; the global providers if left out.
 *
 * @example
 * const options: OpenTelemetryOptions = {}
 */
export interface OpenTelemetryOptions {
  /** Makes the spans. */
  tracer?: Tracer | undefined
  /** Makes the metric. */
  meter?: Meter | undefined
}

const library = 'entity-screening-sdk'

/** The boundaries that the conventions recommend, in seconds. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/**
 * Makes hooks that report each call as a span, each of its attempts as a span of an HTTP client in it, and the duration of attempts
 * as the metric `http.client.request.duration`, in seconds. Requests carry the trace on. A call that nobody awaits has no end, and
 * so no span of its own.
 *
 * @example
 * const client = new EntityScreening({ apiKey, baseUrl, hooks: openTelemetryHooks() })
 */
export function openTelemetryHooks(options: OpenTelemetryOptions = {}): Hooks {
  const other = Object.keys(options).find(name => name !== 'tracer' && name !== 'meter')
  if (other !== undefined)
    throw new TypeError(`openTelemetryHooks: ${other} is no option: tracer and meter are`)
  const { tracer = trace.getTracer(library), meter = metrics.getMeter(library) } = options
  const durations = meter.createHistogram('http.client.request.duration', {
    unit: 's',
    description: 'Duration of HTTP client requests.',
    advice: { explicitBucketBoundaries: boundaries },
  })
  const calls = new Map<number, { readonly span: Span; readonly within: Context; attempt: Span | null }>()

  function end({ call, method, url, duration }: ResponseContext | FailureContext, result: Attributes): void {
    durations.record(duration / 1000, { ...describeRequest(method, url), ...result })
    const attempt = calls.get(call)?.attempt
    attempt?.setAttributes(result)
    if (result['error.type'] !== undefined) attempt?.setStatus({ code: SpanStatusCode.ERROR })
    attempt?.end()
  }

  return {
    beforeRequest({ call, operation, attempt, method, url, headers }) {
      const begun = calls.get(call) ?? begin(operation)
      calls.set(call, begun)
      const attributes = describeRequest(method, url)
      if (attempt > 1) attributes['http.request.resend_count'] = attempt - 1
      begun.attempt = tracer.startSpan(
        `${method} ${operation}`,
        { kind: SpanKind.CLIENT, attributes },
        begun.within,
      )
      const carried = trace.setSpan(begun.within, begun.attempt)
      propagation.inject(carried, headers, { set: (carrier, field, value) => carrier.set(field, value) })
    },
    afterResponse(response) {
      const { status } = response
      end(response, {
        'http.response.status_code': status,
        ...(status >= 400 ? { 'error.type': String(status) } : {}),
      })
    },
    afterFailure(failure) {
      end(failure, { 'error.type': nameOf(failure.error) })
    },
    afterCall({ call, error }) {
      const span = calls.get(call)?.span
      calls.delete(call)
      if (error !== null)
        span?.setAttribute('error.type', nameOf(error)).setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    },
  }

  function begin(operation: string) {
    const span = tracer.startSpan(operation)
    return { span, within: trace.setSpan(context.active(), span), attempt: null }
  }
}

function describeRequest(method: string, url: string): Attributes {
  const { hostname, port, protocol } = new URL(url)
  const usual = protocol === 'http:' ? 80 : 443
  return { 'http.request.method': method, 'server.address': hostname, 'server.port': Number(port) || usual }
}

function nameOf(error: unknown): string {
  return isError(error) ? error.name : '_OTHER'
}
