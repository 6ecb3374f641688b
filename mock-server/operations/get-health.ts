import { timestamp } from './entity-body.ts'
import type { OperationCall } from './handler.ts'

/** The specification lists the operation without a response (see docs/internals/decisions.md). */
export function handleGetHealth({ server, now }: OperationCall) {
  const { healthBody } = server.behaviour
  if (healthBody !== 'json') return healthBody === 'text' ? 'OK' : ''
  return { success: true, status: 'ok', version: 'v1', timestamp: timestamp(now) }
}
