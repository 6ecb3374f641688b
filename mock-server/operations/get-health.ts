import type { Exchange } from './behaviour.ts'
import { timestamp } from './entity-body.ts'

/** The specification lists the operation and shows no response (see docs/decisions.md). */
export function getHealth({ server }: Exchange) {
  return { success: true, status: 'ok', version: 'v1', timestamp: timestamp(server.clock.now()) }
}
