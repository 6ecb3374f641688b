// Reports what the client does to OpenTelemetry.
import { metrics } from '@opentelemetry/api'
import type { ClientOptions } from 'entity-screening-sdk'

const meter = metrics.getMeter('entity-screening')
const duration = meter.createHistogram('entity_screening.request.duration', { unit: 'ms' })
const retries = meter.createCounter('entity_screening.request.retries')
const quirks = meter.createCounter('entity_screening.quirks')

/** Options for `new EntityScreening({ ...telemetry })`: the duration of attempts, the retries and the quirks. */
export const telemetry: ClientOptions = {
  hooks: {
    afterResponse: ({ operation, status, duration: took }) => duration.record(took, { operation, status }),
    afterFailure: ({ operation, duration: took }) => duration.record(took, { operation, status: 'none' }),
    beforeRetry: ({ operation, status }) => retries.add(1, { operation, status: status ?? 'none' }),
  },
  // A rising count of "drift" means that the service is changing.
  onQuirk: ({ code, operation, count }) => quirks.add(count, { code, operation }),
}
