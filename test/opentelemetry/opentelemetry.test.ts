import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { openTelemetryHooks } from 'entity-screening-sdk/opentelemetry'
import { beforeAll, expect, it } from 'vitest'

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
})

function instrumented() {
  const spans = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer(
    'test',
  )
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: metrics })] })
  const server = createMockServer()
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({
    apiKey,
    baseUrl: 'https://screening.example:8443',
    fetch: server.fetch,
    hooks: openTelemetryHooks({ tracer, meter: provider.getMeter('test') }),
  })
  const flush = async () => {
    await provider.forceFlush()
    return metrics.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
  }
  return { server, client, apiKey, tracer, spans: () => spans.getFinishedSpans(), flush }
}

const usual = {
  'http.request.method': 'GET',
  'server.address': 'screening.example',
  'server.port': 8443,
}

it('the hooks create a span of a call, with a span of its request in it', async () => {
  const { client, spans, server } = instrumented()
  await client.entities.list()
  const [request, call] = spans()
  expect(call).toMatchObject({ name: 'listEntities', kind: SpanKind.INTERNAL, attributes: {} })
  expect(request).toMatchObject({
    name: 'GET listEntities',
    kind: SpanKind.CLIENT,
    attributes: { ...usual, 'http.response.status_code': 200 },
    status: { code: SpanStatusCode.UNSET },
    parentSpanContext: { spanId: call?.spanContext().spanId },
  })
  const [{ requestHeaders } = { requestHeaders: {} }] = server.requests.list()
  expect(requestHeaders).toMatchObject({
    traceparent: `00-${request?.spanContext().traceId}-${request?.spanContext().spanId}-01`,
  })
})

it('the span of a call is within the span of the application', async () => {
  const { client, spans, tracer } = instrumented()
  await tracer.startActiveSpan('checkout', async span => {
    await client.service.health()
    span.end()
  })
  const [, call, outer] = spans()
  expect(call?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId)
  expect(trace.getActiveSpan()).toBeUndefined()
})

it('the metric and spans count retries, and name errors by their status or class', async () => {
  const { client, spans, server, flush } = instrumented()
  server.faults.add({ operation: 'listEntities', status: 503, times: 1 })
  server.faults.add({ operation: 'listEntities', kind: 'reset', times: 1 })
  await client.withOptions({ maxRetries: 3, retry: { maxDelay: 1 } }).entities.list()
  await expect(client.entities.network('nobody')).rejects.toThrow()
  expect(
    spans().map(({ name, attributes, status }) => [
      name,
      attributes['error.type'],
      attributes['http.request.resend_count'],
      status.code,
    ]),
  ).toEqual([
    ['GET listEntities', '503', undefined, SpanStatusCode.ERROR],
    ['GET listEntities', 'ConnectionError', 1, SpanStatusCode.ERROR],
    ['GET listEntities', undefined, 2, SpanStatusCode.UNSET],
    ['listEntities', undefined, undefined, SpanStatusCode.UNSET],
    ['GET getNetwork', '404', undefined, SpanStatusCode.ERROR],
    ['getNetwork', 'NotFoundError', undefined, SpanStatusCode.ERROR],
  ])
  const [metric, ...others] = await flush()
  expect(others).toEqual([])
  expect(metric).toMatchObject({ descriptor: { name: 'http.client.request.duration', unit: 's' } })
  expect(metric?.dataPoints).toHaveLength(4)
  for (const { value } of metric?.dataPoints ?? []) expect(value).toMatchObject({ count: 1 })
})

it('no span contains a key, a name or an identifier', async () => {
  const { client, spans, apiKey, flush } = instrumented()
  const { id } = await client.entities.create({
    type: 'person',
    name: 'Ilse Brandt',
    birthDate: '1961-04-09',
  })
  await client.entities.network(id)
  await client.search.persons({ fullName: 'Ilse Brandt' })
  const said = JSON.stringify([
    spans().map(({ name, attributes, events }) => ({ name, attributes, events })),
    await flush(),
  ])
  for (const secret of [apiKey, id, 'Ilse', 'Brandt', '1961']) expect(said).not.toContain(secret)
})

it('spans have the request id of a response, and the metric has none', async () => {
  const { client, spans, server, flush } = instrumented()
  server.faults.add({ operation: 'listEntities', kind: 'reset', times: 1 })
  await client.withOptions({ retry: { maxDelay: 1 } }).entities.list()
  const requestId = server.requests.list()[1]?.responseHeaders['x-request-id']
  expect(requestId).toBeDefined()
  expect(spans().map(({ attributes }) => attributes['entity_screening.request_id'])).toEqual([
    undefined,
    requestId,
    requestId,
  ])
  expect(JSON.stringify(await flush())).not.toContain(requestId)
})

it('a call whose input is refused before a request ends no span', async () => {
  const { client, spans } = instrumented()
  await expect(client.entities.create({ type: 'organization', name: '' })).rejects.toThrow()
  expect(spans()).toEqual([])
})
