import { metrics } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

it('the OpenTelemetry example measures attempts and counts quirks', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter })
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  const { telemetry } = await import('../../examples/18-opentelemetry.ts')
  const server = createMockServer({ dialect: 'sample' })
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({
    ...telemetry,
    apiKey,
    baseUrl: 'http://localhost',
    fetch: server.fetch,
    retry: { maxDelay: 1 },
  })

  const { id } = await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
  server.clock.settle()
  server.faults.add({ operation: 'getNetwork', status: 503, times: 1 })
  const { quirks } = await client.entities.network(id).withResponse()

  await reader.forceFlush()
  const found = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(scope => scope.metrics))
  const pointsOf = (name: string) =>
    found
      .find(({ descriptor }) => descriptor.name === name)
      ?.dataPoints.map(({ attributes, value }) => ({ ...attributes, value }))
  expect(pointsOf('http.client.request.duration')).toMatchObject([
    { 'http.response.status_code': 201, value: { count: 1 } },
    { 'http.response.status_code': 503, 'error.type': '503', value: { count: 1 } },
    { 'http.response.status_code': 200, value: { count: 1 } },
  ])
  const hasRole = quirks.filter(({ code }) => code === 'has_role').reduce((sum, { count }) => sum + count, 0)
  expect(hasRole).toBeGreaterThan(0)
  expect(pointsOf('entity_screening.quirks')).toContainEqual({
    code: 'has_role',
    operation: 'getNetwork',
    value: hasRole,
  })
  await reader.shutdown()
})
