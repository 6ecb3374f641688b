import { timestamp } from './entity-body.ts'
import type { Call } from './handler.ts'

/** The specification lists the operation and shows no response (see docs/internals/decisions.md). */
export function getHealth({ server, now }: Call) {
  const { healthBody } = server.behaviour
  if (healthBody !== 'json') return healthBody === 'text' ? 'OK' : ''
  return { success: true, status: 'ok', version: 'v1', timestamp: timestamp(now) }
}
