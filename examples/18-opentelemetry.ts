// Reports what the client does to OpenTelemetry: spans, durations, and the quirks
// of responses.
import { metrics } from '@opentelemetry/api'
import type { ClientOptions } from 'entity-screening-sdk'
import { openTelemetryHooks } from 'entity-screening-sdk/opentelemetry'

const quirks = metrics
  .getMeter('screening')
  .createCounter('entity_screening.quirks')

/** Options for `new EntityScreening({ ...telemetry })`. */
export const telemetry: ClientOptions = {
  hooks: openTelemetryHooks(),
  // A rising count of "drift" means that the service is changing.
  onQuirk: ({ code, operation, count }) => quirks.add(count, { code, operation }),
}
