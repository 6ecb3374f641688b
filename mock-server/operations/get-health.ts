import { timestamp } from './entity-body.ts'
import type { OperationCall } from './handler.ts'

/** Returns the state of the service. The specification describes no response (see docs/internals/decisions.md). */
export function handleGetHealth({ server, now }: OperationCall) {
  const { healthBody } = server.behaviour
  if (healthBody !== 'json') return healthBody === 'text' ? 'OK' : ''
  return { success: true, status: 'ok', version: 'v1', timestamp: timestamp(now) }
}
